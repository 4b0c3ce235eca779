import { domainToASCII } from "node:url";

export function isMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/** True for a local host name: mail may go there unencrypted. */
export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** True if `requireTLS=false` would send the password unencrypted to another computer. */
export function leaksPassword(address: string): boolean {
  const { protocol, username, password, searchParams } = new URL(address);
  if (protocol === "smtps:" || isThisMachine(address) || (username === "" && password === "")) return false;
  const requireTls = searchParams.get("requireTLS");
  return requireTls !== null && requireTls !== "true";
}

/** An email address with its domain in DNS form: lower case, punycode. */
export const inDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
