// Rate limits for one network and for the larger networks around it. An IPv6 /48 has 65,536 /64s.
import type { IncomingMessage } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

type Limits = typeof import("#app/http/rate-limit.server.ts");
type Kind = Parameters<Limits["countRequest"]>[0];

async function openSite(RATE_LIMIT: string) {
  // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
  useNewDataDir({ RATE_LIMIT });
  const limits = await import("#app/http/rate-limit.server.ts");
  const { requestContext } = await import("#app/platform/request-context.server.ts");
  const { findClientNetworks } = await import("#app/server/middleware/client-network.server.ts");
  const requestFrom = <T>(address: string, handle: () => T): T => {
    const request = { socket: { remoteAddress: address }, headers: {} } as IncomingMessage;
    return requestContext.run({ id: "1", ...findClientNetworks(request) }, handle);
  };
  return {
    passes: async (kind: Kind, address: string) =>
      (await requestFrom(address, () => limits.countRequest(kind))) === null,
    refund: (kind: Kind, address: string) => requestFrom(address, () => limits.refundRequest(kind)),
  };
}

const MANY = 1_001;

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite("on");
});

/** Counts the requests that pass before one is refused. Request n comes from address(n). */
async function countPassed(kind: Kind, address: (n: number) => string, opened = site): Promise<number> {
  for (let n = 0; n < MANY; n += 1) if (!(await opened.passes(kind, address(n)))) return n;
  return MANY;
}
const hex = (n: number) => n.toString(16);

const LIMITS: [what: string, kind: Kind, address: (n: number) => string, passed: number][] = [
  ["one IPv4 address", "registration", () => "192.0.2.1", 30],
  ["addresses next to it separately", "registration", (n) => `198.51.100.${n % 200}`, MANY],
  ["IPv4 addresses in IPv6 notation", "registration", (n) => `::ffff:c633:${hex(n + 1)}`, MANY],
  ["the same in full notation", "registration", (n) => `0:0:0:0:0:ffff:10.1.${n >> 8}.${n & 255}`, MANY],
  ["one IPv4 address in IPv6 notation", "registration", () => "::ffff:c000:207", 30],
  ["IPv4 addresses behind NAT64", "registration", (n) => `64:ff9b::c633:${hex(n + 1)}`, MANY],
  ["one /64", "registration", (n) => `2001:db8:1:1::${hex(n)}`, 30],
  ["one /48", "registration", (n) => `2001:db8:2:${hex(n)}::1`, 150],
  ["one /48, written in full", "registration", (n) => `2001:db8:3:${hex(n * 256)}:0:0:0:1%eth0`, 150],
  ["each of many /48", "registration", (n) => `2001:db8:${hex(1_000 + n)}::1`, MANY],
  ["logins of one /48", "login", (n) => `2001:db8:4:${hex(n)}::1`, 50],
  ["wrong tokens of one /48", "token", (n) => `2001:db8:5:${hex(n)}::1`, 100],
  ["drafts of one household", "draft", (n) => `2001:db8:6:${hex(n)}::1`, 20],
  ["drafts of one /48", "draft", (n) => `2001:db8:7:${hex(n * 256)}::1`, 100],
];
test.each(LIMITS)("the limit counts %s (%s)", async (_, kind, address, passed) => {
  expect(await countPassed(kind, address)).toBe(passed);
});

test("refused requests of one network do not count for the networks around it", async () => {
  for (let n = 0; n < 300; n += 1) await site.passes("registration", "2001:db8:8:1::1");
  expect(await countPassed("registration", () => "2001:db8:8:2::1")).toBe(30);
});

test("requests that changed nothing do not count", async () => {
  for (let n = 0; n < 200; n += 1) {
    expect(await site.passes("registration", `2001:db8:9:${hex(n)}::1`)).toBe(true);
    await site.refund("registration", `2001:db8:9:${hex(n)}::1`);
  }
});

test("RATE_LIMIT sets the registrations of a network; other limits stay", async () => {
  const venue = await openSite("200");
  expect(await countPassed("registration", () => "192.0.2.1", venue)).toBe(200);
  expect(await countPassed("registration", (n) => `2001:db8:1:${hex(n)}::1`, venue)).toBe(1_000);
  expect(await venue.passes("registration", "2001:db8:1:ffff::1")).toBe(false);
  expect(await countPassed("login", () => "192.0.2.1", venue)).toBe(10);
  expect(await countPassed("registration", () => "192.0.2.1", await openSite("1"))).toBe(1);
  expect(await countPassed("registration", () => "192.0.2.1", await openSite("off"))).toBe(MANY);
});
