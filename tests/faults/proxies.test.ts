import { afterAll, beforeAll, expect } from "vitest";
import { send } from "../support/send.ts";
import { freePort, type Server, startServer } from "../support/server.ts";
import { record } from "./support/findings.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { testWith } from "./support/test-with.ts";

const LIMIT = 10;
const testWithNginx = (name: string, run: () => Promise<void>) =>
  testWith("nginx or no openssl", hasNginx, name, run);

type Proxied = { server: Server; origin: string; nginx: Awaited<ReturnType<typeof startNginx>> };
const proxied: Record<"1" | "2", Proxied | null> = { "1": null, "2": null };
beforeAll(async () => {
  if (!hasNginx) return;
  for (const TRUST_PROXY of ["1", "2"] as const) {
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const server = await startServer({ RATE_LIMIT: "on", SITE_URL: origin, TRUST_PROXY });
    proxied[TRUST_PROXY] = { server, origin, nginx: await startNginx(port, server.port) };
  }
});
afterAll(async () => {
  for (const one of Object.values(proxied)) {
    await one?.nginx.stop();
    await one?.server.stop();
  }
});

/** Requests a login from a local address, with `sent` as X-Forwarded-For. Returns the status. */
async function startLogin(trust: "1" | "2", localAddress: string, sent?: string): Promise<number> {
  const { origin, nginx } = proxied[trust] as Proxied;
  const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
  if (sent !== undefined) headers["X-Forwarded-For"] = sent;
  const request = { method: "POST", path: "/api/login", headers, body: "link=x", localAddress };
  return (await send(origin, request, nginx.ca)).status;
}

testWithNginx("behind nginx each visitor is counted separately, whatever they claim", async () => {
  for (let index = 0; index < LIMIT; index += 1) {
    expect(await startLogin("1", "127.0.0.5", `203.0.113.${index}`)).toBe(403);
  }
  for (const lie of [undefined, "203.0.113.99", "127.0.0.6", "127.0.0.6, 203.0.113.98", "x", ",,"])
    expect([lie, await startLogin("1", "127.0.0.5", lie)]).toEqual([lie, 429]);
  expect(await startLogin("1", "127.0.0.6")).toBe(403);
});

testWithNginx("behind a CDN and nginx each visitor is counted by the address that the CDN saw", async () => {
  const cdn = "127.0.0.9";
  for (let index = 0; index < LIMIT; index += 1) {
    expect(await startLogin("2", cdn, `203.0.113.${index}, 198.51.100.1`)).toBe(403);
  }
  for (const lie of ["", "198.51.100.2, ", "x, ,", "203.0.113.99, "])
    expect([lie, await startLogin("2", cdn, `${lie}198.51.100.1`)]).toEqual([lie, 429]);
  // Some proxies append the port.
  expect(await startLogin("2", cdn, "198.51.100.1:51234")).toBe(429);
  for (let index = 2; index < 20; index += 1) {
    expect(await startLogin("2", cdn, `198.51.100.${index}`)).toBe(403);
    expect(await startLogin("2", cdn, `[2001:db8:0:${index}::1]:443`)).toBe(403);
  }
  record(
    `${LIMIT * 2 + 6 + 5 + 36 + 1} requests were sent through proxies, most with a forged X-Forwarded-For header`,
    "Each visitor was counted separately",
  );
});

testWithNginx("nginx redirects to the site's own name and refuses others", async () => {
  const { origin, nginx } = proxied["1"] as Proxied;
  const plain = `http://localhost:${nginx.plainPort}`;
  const own = await send(plain, { path: "/register?type=pr_pass" });
  expect([own.status, own.headers.location]).toEqual([301, "https://localhost/register?type=pr_pass"]);
  for (const Host of ["evil.example", "localhost.evil.example", "evil.example:443", "127.0.0.1", "_", "x"]) {
    await expect(send(plain, { path: "/", headers: { Host } }), Host).rejects.toThrow("socket hang up");
    await expect(send(origin, { path: "/", headers: { Host } }, nginx.ca), Host).rejects.toThrow();
  }
  expect((await send(origin, { path: "/healthz" }, nginx.ca)).status).toBe(200);
});
