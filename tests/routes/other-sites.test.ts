// What scripts and pages of other sites may read and show: what is public, and nothing else.
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { type Answer, send } from "../support/send.ts";

let server: OrganisedServer;
let image: string;
beforeAll(async () => {
  server = await startOrganisedServer();
  const { uploadURL } = await (await server.send("POST", "/api/objects/upload")).json();
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const { pathname, search } = new URL(uploadURL);
  const stored = await server.send("PUT", pathname + search, new Uint8Array(photo), {
    "Content-Type": "image/jpeg",
  });
  expect(stored.status).toBe(201);
  expect(stored.headers.has("Access-Control-Allow-Origin")).toBe(false);
  image = (await stored.json()).objectPath;
});
afterAll(() => server.stop());

const ELSEWHERE = { Origin: "https://partner.example", "Sec-Fetch-Site": "cross-site" };
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  send(server.origin, { method, path, headers: { ...ELSEWHERE, ...headers } });
const opennessOf = ({ names, headers }: Answer) => ({
  corp: headers["cross-origin-resource-policy"],
  cors: names.filter((name) => name.startsWith("access-control-")).toSorted(),
  origin: headers["access-control-allow-origin"],
});
const OPEN = { corp: "cross-origin", cors: ["access-control-allow-origin"], origin: "*" };
const CLOSED = { corp: "same-origin", cors: [], origin: undefined };

const PUBLIC = [
  ...["/api/program", "/api/speakers", "/api/sessions/2/speakers", "/api/speakers/1/sessions"],
  ...["/api/openapi.json", "/calendar.ics", "/calendar/2.ics", "/og.png", "/og/2.png", "/og/speakers/1.png"],
  ...["/portraits/aroha-parata.svg", "/speaker-placeholder.svg", "/favicon.svg"],
];
const PRIVATE = [
  ...["/", "/register", "/api/docs", "/api/auth/user", "/api/registrations", "/api/admin/delegates"],
  ...["/api/admin/speakers/1", "/api/admin/program/1", "/admin/delegates.csv", "/my-day.ics", "/api/nowhere"],
];

test("other sites can read and show what is public, cached and unchanged, too", async () => {
  for (const path of [...PUBLIC, image]) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await ask(method, path);
      expect([path, answer.status, opennessOf(answer)]).toEqual([path, 200, OPEN]);
      const { etag } = answer.headers;
      const again = await ask(method, path, etag ? { "If-None-Match": String(etag) } : {});
      expect([path, again.status, opennessOf(again)]).toEqual([path, etag ? 304 : 200, OPEN]);
    }
  }
});

test("a preflight for what is public allows reading, without credentials", async () => {
  const asking = {
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "if-none-match",
  };
  for (const path of [...PUBLIC, image]) {
    const answer = await ask("OPTIONS", path, asking);
    expect([path, answer.status, answer.headers]).toEqual([
      path,
      204,
      expect.objectContaining({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD",
        "access-control-allow-headers": "*",
      }),
    ]);
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  }
});

test("nothing else is open to other sites: no page, no login's data, no change, no stylesheet", async () => {
  const html = (await ask("GET", "/")).body;
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
  expect(readFileSync(`build/client${script}`, "utf8").length).toBeGreaterThan(0);
  for (const path of [...PRIVATE, script])
    for (const [method, headers] of [
      ["GET", { Cookie: server.cookie }],
      ["OPTIONS", { "Access-Control-Request-Method": "POST" }],
    ] as const)
      expect([method, path, opennessOf(await ask(method, path, headers))]).toEqual([method, path, CLOSED]);
  for (const path of [...PUBLIC, image])
    for (const method of ["POST", "PUT", "DELETE"])
      expect([method, path, opennessOf(await ask(method, path))]).toEqual([method, path, CLOSED]);
});
