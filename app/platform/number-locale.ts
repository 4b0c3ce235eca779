/** Set by conference.ts, so commands such as backup can run without the conference file. */
export const numbers = { locale: "en-AU" };
