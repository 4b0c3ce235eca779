import { request } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { insertDelegates } from "../support/delegates.ts";
import { send } from "../support/send.ts";
import { freePort, type Server } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { startOrganisedServer } from "./support/organised-server.ts";
import { connections, send as sendOver } from "./support/requests.ts";
import { watchServer } from "./support/server-watch.ts";
import { testWith } from "./support/test-with.ts";

const READ = createToken("reader", "read");
const PEOPLE = cases(50_000, 20_000);
let server: Server;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer({ API_TOKENS: String(READ?.entry) });
  sqlite = new Database(join(server.dataDir, "conference.db"));
});
afterAll(async () => {
  sqlite.close();
  await server.stop();
});

const agent = connections(40);
/** Requests a path over a keep-alive connection. Returns the length of the response. */
const ask = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await sendOver(server.origin + path, { agent, headers })).text.length;

/** Time that these requests take, ten at a time. */
async function timeOf(paths: string[]): Promise<number> {
  const left = [...paths];
  const begun = performance.now();
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await ask(path);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return performance.now() - begun;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

test("a flood of invented addresses costs no more than one page and no memory", async () => {
  const AT_ONCE = 100;
  const ROUNDS = cases(200, 5);
  const kinds: [what: string, path: (n: number) => string][] = [
    ["tracking parameters", (n) => `/?utm_source=paper&fbclid=${n}`],
    ["made-up paths", (n) => `/old/address-${n}.html`],
    ["sessions that are not there", (n) => `/?session=${100_000 + n}`],
    ["speakers who are not there", (n) => `/?speaker=${100_000 + n}`],
    ["speakers beside a session", (n) => `/?session=1&speaker=${n}`],
    ["calls that are not there", (n) => `/api/made-up/${n}`],
  ];
  await timeOf(["/", ...kinds.map(([, path]) => path(0))]);
  const watch = watchServer(server);
  const ratios: Record<string, number> = {};
  for (const [index, [what, path]] of kinds.entries()) {
    const seen: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (index * ROUNDS + round) * AT_ONCE + 1;
      const known = await timeOf(Array.from({ length: AT_ONCE }, () => "/"));
      seen.push((await timeOf(Array.from({ length: AT_ONCE }, (_, n) => path(first + n)))) / known);
    }
    ratios[what] = median(seen);
  }
  // Rendering a page for every address would cost about two hundred times as much.
  for (const [what, ratio] of Object.entries(ratios)) expect(ratio, what).toBeLessThan(12);
  await watch.expectWell(60);
  const worst = Math.max(...Object.values(ratios));
  record(
    `${kinds.length * ROUNDS * AT_ONCE} addresses of nonexistent pages were requested`,
    `They took at most ${worst.toFixed(1)} times as long as requests for the landing page`,
  );
});

test("ten readers of all delegates do not block others, and memory stays flat", async () => {
  insertDelegates(sqlite, PEOPLE);
  const list = (path = "/api/admin/delegates") => ask(path, { Authorization: `Bearer ${READ?.token}` });
  await list("/api/admin/delegates?limit=1");
  /** Requests pages until `isOver`. Returns the rate, the longest response time and the total. */
  async function visit(isOver: () => boolean) {
    let [answered, longest] = [0, 0];
    const begun = performance.now();
    while (!isOver()) {
      const asked = performance.now();
      await ask("/");
      longest = Math.max(longest, performance.now() - asked);
      answered += 1;
    }
    const ms = performance.now() - begun;
    return { rate: answered / ms, longest, ms };
  }
  let visits = 500;
  const alone = await visit(() => visits-- === 0);
  const watch = watchServer(server);
  let reading = 10;
  const lists = Array.from({ length: 10 }, () => list().finally(() => (reading -= 1)));
  const beside = await visit(() => reading === 0);
  const sizes = await Promise.all(lists);
  expect(new Set(sizes).size).toBe(1);
  expect(beside.rate / alone.rate).toBeGreaterThan(1 / 50);
  expect(beside.longest / beside.ms).toBeLessThan(1 / 8);
  await watch.expectWell(100);
  const percent = Math.round((100 * beside.rate) / alone.rate);
  record(
    `Pages were requested during 10 parallel downloads of ${PEOPLE} rows`,
    `They were served at ${percent}% of the normal rate`,
  );
});

test("programs that request the list without reading it cost neither memory nor work", async () => {
  const watch = watchServer(server);
  const asked = Array.from({ length: 10 }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const headers = { Authorization: `Bearer ${READ?.token}` };
    const sent = request(`${server.origin}/api/admin/delegates`, { headers, agent: false }, (response) => {
      response.pause();
      resolve(() => response.destroy());
    });
    sent.once("error", reject).end();
    return promise;
  });
  const leave = await Promise.all(asked);
  // Gives the server enough time to produce all the lists.
  for (let visit = 0; visit < 2_000; visit += 1) await ask("/");
  for (const end of leave) end();
  await watch.expectWell(60);
});

const TRACKING = "links with tracking parameters get nginx's cached page, which no request can replace";
testWith("nginx or no openssl", hasNginx, TRACKING, async () => {
  const [port, sitePort] = [await freePort(), await freePort()];
  const site = await startOrganisedServer({ PORT: String(sitePort), TRUST_PROXY: "1" });
  const nginx = await startNginx(port, sitePort);
  const get = (path: string) => send(`https://localhost:${port}`, { path }, nginx.ca);
  try {
    const asked = () => site.output.join("").split('"path":"/"').length - 1;
    const direct = (await send(site.origin, { path: "/" })).body;
    const before = asked();
    const begun = performance.now();
    for (let reader = 0; reader < 200; reader += 1)
      expect((await get(`/?utm_source=paper&fbclid=${reader}`)).body).toBe(direct);
    // nginx revalidates the page every ten seconds.
    expect(asked() - before).toBeLessThanOrEqual(2 + (performance.now() - begun) / 10_000);

    const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1];
    for (const [attack, victim] of [
      ["/?%73ession=4&session=3", "/?session=3"],
      ["/?SESSION=5", "/?session=5"],
      ["/?session=6&session=7", "/?session=6"],
      ["/?session=99&session=8", "/?session=8"],
      ["/?session=1%26session=2", "/?session=1"],
      ["//?session=9", "/?session=9"],
      ["/?utm_source=x&%73ession=2", "/"],
      ["/?%73peaker=4&speaker=3", "/?speaker=3"],
      ["/?speaker=6&session=7", "/?session=7"],
      ["/?session=&speaker=8", "/?speaker=8"],
    ] as const) {
      await get(attack);
      const seen = await get(victim);
      const own = await send(site.origin, { path: victim });
      expect([seen.status, titleOf(seen.body)], attack).toEqual([own.status, titleOf(own.body)]);
    }
    // Other pages still depend on their query.
    expect((await get("/register?type=pr_pass")).body).toMatch(
      /checked=""[^>]*value="pr_pass"|value="pr_pass"[^>]*checked=""/,
    );
    expect((await get(`/registration/${"0".repeat(32)}`)).status).toBe(404);
  } finally {
    await nginx.stop();
    await site.stop();
  }
});
