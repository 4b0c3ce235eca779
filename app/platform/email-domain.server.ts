import { domainToASCII } from "node:url";

/** An address with its domain in lower case, and one with umlauts in the letters that DNS and mail servers know. */
export function inDnsForm(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // Of what is no domain, `domainToASCII` would make one: it stops at a slash.
  const isForeign = /[^\0-\x7f]/.test(domain) && /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u.test(domain);
  return address.slice(0, at) + (isForeign ? domainToASCII(domain) || domain : domain.toLowerCase());
}
