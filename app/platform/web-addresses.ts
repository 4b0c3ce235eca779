/** Each second piece is a web address, without the sign that ends a sentence behind it. */
export const splitAtAddresses = (text: string): string[] =>
  text.split(/(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]’'])/);
