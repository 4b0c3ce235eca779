/**
 * Why a form that is right in itself was not saved: somebody saved in between, what it edits was deleted
 * meanwhile, or it has been used already, with other answers.
 */
export type SaveConflict = "stale" | "notFound" | "formUsed";

/** The intent of the button that saves as a new thing what was deleted meanwhile. */
export const SAVE_ANEW = "anew";
