import { domainToASCII } from "node:url";

/** True for smtp: or smtps: with a host. */
export function isMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** True for this machine by its name alone: mail may go there without encryption. */
export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** True where `requireTLS=false` would send the password to another machine without encryption. */
export function showsPassword(address: string): boolean {
  const { protocol, username, password, searchParams } = new URL(address);
  if (protocol === "smtps:" || isThisMachine(address) || (username === "" && password === "")) return false;
  const requireTls = searchParams.get("requireTLS");
  return requireTls !== null && requireTls !== "true";
}

/** An email address with its domain as DNS has it: in lower case, umlauts in punycode. */
export const inDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
