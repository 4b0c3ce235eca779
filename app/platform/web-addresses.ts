/** Splits text around web addresses: every second piece is one, without the punctuation after it. */
export const splitAtAddresses = (text: string): string[] =>
  text.split(/(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]’'])/);
