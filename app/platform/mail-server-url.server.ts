import { domainToASCII } from "node:url";

export function isMailServerUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** True for a local host name. Mail to a local server may be unencrypted. */
export function isLocalServer(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** True if `requireTLS=false` would send the password unencrypted to another server. */
export function leaksPassword(url: string): boolean {
  const { protocol, username, password, searchParams } = new URL(url);
  if (protocol === "smtps:" || isLocalServer(url) || (username === "" && password === "")) return false;
  const requireTls = searchParams.get("requireTLS");
  return requireTls !== null && requireTls !== "true";
}

/** Returns the address with its domain in DNS form: lower case, punycode. */
export const toDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
