/** Set by conference.ts, so commands that need no conference, such as backup, can run without its file. */
export const numbers = { locale: "en-AU" };
