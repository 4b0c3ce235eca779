import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import { env } from "#app/env.server.ts";

/**
 * The network a request comes from, to count by: the address that the outermost trusted proxy saw, or
 * the connection's own. Of IPv6 the first 64 bits, which is what one household or office has.
 */
export function clientNetwork(request: IncomingMessage): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "");
  const chain = [...forwarded.split(","), request.socket.remoteAddress ?? ""].map((part) => part.trim());
  // One hop is believed for each proxy of one's own; what is further left anybody can have written.
  const address = chain.at(-1 - Math.min(env.TRUST_PROXY, chain.length - 1)) ?? "";
  return networkOf(address) ?? networkOf(request.socket.remoteAddress ?? "") ?? "unknown";
}

function networkOf(address: string): string | null {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain;
  if (isIP(plain) !== 6) return null;
  const [head = "", tail] = plain.split("%", 1)[0]?.split("::") ?? [];
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array(Math.max(0, missing)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Some proxies write it beside the address: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
