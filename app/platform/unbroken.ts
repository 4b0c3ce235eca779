/** A date or a time as a page shows it: no number is parted from its month, or from its half of the day. */
export const unbroken = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, "$1\u00a0");
