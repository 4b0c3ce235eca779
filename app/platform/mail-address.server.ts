// What the address in SMTP_URL says about encryption, beside the server that it names; and how DNS has email addresses.
import { domainToASCII } from "node:url";

/** Whether this is the address of a mail server at all: smtp: or smtps:, with a host. */
export function isMailServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^smtps?:$/.test(protocol) && hostname !== "";
}

/**
 * Whether the host is this machine, by what is written alone: where a name leads is for others to say. Nobody
 * reads along there, so that mail may go to it without encryption.
 */
export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/**
 * Whether somebody on the way could read the password of this address: it says that encryption may be left
 * out (`requireTLS=false`), and leads to another machine.
 */
export function showsPassword(address: string): boolean {
  const { protocol, username, password, searchParams } = new URL(address);
  if (protocol === "smtps:" || isThisMachine(address) || (username === "" && password === "")) return false;
  const requireTls = searchParams.get("requireTLS");
  return requireTls !== null && requireTls !== "true";
}

/** An address with its domain as DNS has it: in lower case, umlauts in punycode. What is no domain, or a number, stays. */
export const inDnsForm = (address: string): string =>
  address.replace(
    /(?<=@)(?![\d.]*$)[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u,
    (domain) => domainToASCII(domain) || domain,
  );
