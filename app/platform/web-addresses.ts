/** Splits text around web addresses. Every second piece is an address without final punctuation. */
export const splitAtAddresses = (text: string): string[] =>
  text.split(/(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]’'])/);
