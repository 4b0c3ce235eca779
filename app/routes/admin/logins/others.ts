/** In place of a login's id: every login but the one that asks. */
export const OTHERS = "others";
