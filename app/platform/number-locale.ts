/** Set by conference.ts, so commands such as backup can run without the conference file. */
export const numberSettings = { locale: "en-AU" };
