/** A link that writes to an address: `&`, `?` and `%` in it are part of the address (RFC 6068). */
export const mailto = (address: string): string =>
  `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
