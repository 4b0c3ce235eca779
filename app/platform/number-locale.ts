/** Set by conference.ts. Commands that need no conference, such as a backup, run without its file. */
export const numbers = { locale: "en-AU" };
