import { domainToASCII } from "node:url";

export function isMailServerUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** True for a local host name. Mail to a local server may be unencrypted. */
export function isLocalServer(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** True if `requireTLS=false` would send the password unencrypted to another server. */
export function leaksPassword(address: string): boolean {
  const { protocol, username, password, searchParams } = new URL(address);
  if (protocol === "smtps:" || isLocalServer(address) || (username === "" && password === "")) return false;
  const requireTls = searchParams.get("requireTLS");
  return requireTls !== null && requireTls !== "true";
}

/** Returns the address with its domain in DNS form: lower case, punycode. */
export const toDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
