import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import { env } from "#app/platform/env.server.ts";

/** Returns the client's networks, as seen by the outermost trusted proxy or by this server. */
export function findClientNetworks(request: IncomingMessage): Networks {
  const own = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"];
  if (forwarded === undefined) return networksOf(own) ?? UNKNOWN;
  const chain = [...String(forwarded).split(","), own].map((part) => part.trim());
  // Each of the site's own proxies appends an address. Entries further left may be forged.
  const address = chain.at(-1 - Math.min(env.TRUST_PROXY, chain.length - 1)) ?? "";
  return networksOf(address) ?? networksOf(own) ?? UNKNOWN;
}

type Networks = { network: string; household: string; around?: string };

const UNKNOWN = { network: "unknown", household: "unknown" };

function networksOf(address: string): Networks | null {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return { network: plain, household: plain };
  if (isIP(plain) !== 6) return null;
  const [head = "", tail] = plain.split("%", 1)[0]?.split("::") ?? [];
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array(Math.max(0, missing)).fill("0"), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const around = groups.slice(0, 3);
  const fourth = groups[3] ?? 0;
  const prefix = (last: number, length: number) => `${hex([...around, last])}::/${length}`;
  // Some proxies, and NAT64, put all IPv4 addresses into one /64.
  if (/^(?:0:0|64:ff9b):0:0::/.test(prefix(fourth, 64))) return { network: plain, household: plain };
  return { network: prefix(fourth, 64), household: prefix(fourth & 0xff00, 56), around: prefix(0, 48) };
}

const hex = (groups: number[]): string => groups.map((group) => group.toString(16)).join(":");

/** Some proxies append the port: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
