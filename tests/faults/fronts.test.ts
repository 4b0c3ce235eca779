import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import { type Answer, type Sent, send } from "../support/send.ts";
import { freePort, launch, newDataDir, untilUp } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { byForm } from "./support/requests.ts";
import { inDatabase } from "./support/rows.ts";
import { testWith } from "./support/test-with.ts";
import { pause, until } from "./support/until.ts";
import { hasVarnish, startVarnish } from "./support/varnish.ts";

const isRun = hasNginx && hasVarnish;
const testFronts = (name: string, run: () => Promise<void>) =>
  testWith("nginx, openssl or Varnish", isRun, name, run);

/** A cached page may be 10 s old, plus 10 s while it is revalidated (cache-policy.server.ts). */
const BEHIND_MS = 20_000;
/** Longest time to request and render a page on a busy machine. */
const SLACK_MS = 3_000;
const OUTAGE_MS = cases(60_000, 25_000);
const ASK_EVERY_MS = 500;

/** While the site is down, only Varnish serves public pages to visitors with cookies. */
type Front = { name: string; caches: number; servesCookies: boolean; ask: (sent: Sent) => Promise<Answer> };
const dataDir = newDataDir();
let site: Awaited<ReturnType<typeof launch>>;
let fronts: Front[] = [];
const ends: (() => Promise<unknown>)[] = [];
let origin: string;

async function startSite(port?: number): Promise<void> {
  site = await untilUp(await launch({ dataDir, port, settings: { SITE_URL: origin, TRUST_PROXY: "1" } }));
}

beforeAll(async () => {
  if (!isRun) return;
  const [nginxPort, outerPort] = [await freePort(), await freePort()];
  origin = `https://localhost:${nginxPort}`;
  spawnSync(process.execPath, ["bin/seed.ts"], { env: { ...process.env, DATA_DIR: dataDir } });
  await startSite();
  const nginx = await startNginx(nginxPort, site.port);
  const varnish = await startVarnish(site.port);
  const outer = await startNginx(outerPort, varnish.port);
  const [plain, both] = [`http://127.0.0.1:${varnish.port}`, `https://localhost:${outerPort}`];
  ends.push(outer.stop, varnish.stop, nginx.stop);
  fronts = [
    { name: "nginx", caches: 1, servesCookies: false, ask: (sent) => send(origin, sent, nginx.ca) },
    { name: "Varnish", caches: 1, servesCookies: true, ask: (sent) => send(plain, sent) },
    {
      name: "nginx in front of Varnish",
      caches: 2,
      servesCookies: true,
      ask: (sent) => send(both, sent, outer.ca),
    },
  ];
});
afterAll(async () => {
  for (const end of ends) await end();
  await site?.stop();
});

/** Changes the landing page from another process. Returns the new title of a speaker. */
function edit(): string {
  const title = `Editor ${crypto.randomUUID()}`;
  inDatabase(dataDir, (sqlite) => sqlite.prepare("update speakers set title = ? where id = 1").run(title));
  return title;
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

testFronts("caches pass on only session and speaker of the first page's query", async () => {
  for (const { name, ask } of fronts) {
    const title = async (path: string) => /<title>([^<]*) –/.exec((await ask({ path })).body)?.[1];
    for (const [path, wanted] of [
      ["/?speaker=4&utm_source=paper", "Daniel Okafor-Reyes"],
      ["/?utm_source=paper&session=1&speaker=4", "The front page is not where it was"],
      ["/?session=&speaker=4", "Daniel Okafor-Reyes"],
      ["/?utm_source=paper", undefined],
    ] as const)
      expect([name, path, await title(path)]).toEqual([name, path, wanted]);
  }
});

testFronts(
  "an edit is visible through one cache within twenty seconds, through two within forty",
  async () => {
    const [busy, quiet] = ["/", "/?session=2"];
    for (const { ask } of fronts) for (const path of [busy, quiet]) await ask({ path });
    const title = edit();
    const edited = performance.now();
    const seen = await Promise.all(
      fronts.map(async ({ name, caches, ask }) => {
        // The first view of a rarely visited page must be as fresh as that of a busy page.
        await until(
          `${name} shows the edit`,
          async () => (await ask({ path: busy })).body.includes(title),
          caches * BEHIND_MS + SLACK_MS,
        );
        const after = performance.now() - edited;
        await pause(Math.max(0, caches * BEHIND_MS + SLACK_MS - after));
        const { status, body } = await ask({ path: quiet });
        expect([name, status, body.includes(title)]).toEqual([name, 200, true]);
        return `${name} ${inSeconds(after)}`;
      }),
    );
    record(
      `A page was edited while ${fronts.length} cache setups served it`,
      `Delay until the edit appeared: ${seen.join(", ")}`,
    );
  },
);

testFronts("while the site is down, caches serve pages, and other requests get advice", async () => {
  for (const { ask } of fronts) expect((await ask({ path: "/" })).status).toBe(200);
  await site.end("SIGKILL");
  const died = performance.now();
  let asked = 0;
  async function expectPages() {
    for (const { name, servesCookies, ask } of fronts) {
      const visitors: Record<string, string>[] = servesCookies ? [{}, { Cookie: "toast=x" }] : [{}];
      for (const headers of visitors) {
        const { status, body } = await ask({ path: "/?utm_source=paper", headers });
        expect([name, headers, status]).toEqual([name, headers, 200]);
        expect(body).toContain("</html>");
        asked += 1;
      }
    }
  }
  while (performance.now() - died < OUTAGE_MS) {
    await expectPages();
    await pause(ASK_EVERY_MS);
  }
  for (const { name, ask } of fronts) {
    const form = { path: "/register", ...byForm("noor@example.com") };
    for (const sent of [{ path: "/register" }, { path: "/admin", headers: { Cookie: "login=x" } }, form]) {
      const { status, headers, body } = await ask(sent);
      expect([name, sent.path, status, headers["retry-after"]]).toEqual([name, sent.path, 503, "60"]);
      expect(headers["cache-control"]).toBe("no-store");
      expect(body).toContain("Back in a minute");
    }
  }

  // Another server on the same port fails every request.
  const failing = createServer((_request, response) => response.writeHead(500).end("Broken"));
  await new Promise<void>((resolve) => failing.listen(site.port, "127.0.0.1", resolve));
  for (let round = 0; round < 10; round += 1) await expectPages();
  failing.closeAllConnections();
  await new Promise((resolve) => failing.close(resolve));

  const title = edit();
  await startSite(site.port);
  const back = performance.now();
  const seen = await Promise.all(
    fronts.map(async ({ name, caches, ask }) => {
      const shows = async () => (await ask({ path: "/" })).body.includes(title);
      await until(`${name} shows the site as it is`, shows, caches * BEHIND_MS + SLACK_MS);
      expect((await ask({ path: "/register" })).status).toBe(200);
      return `${name} ${inSeconds(performance.now() - back)}`;
    }),
  );
  record(
    `While the site was down, ${asked} pages were requested`,
    `All were served. Time from the restart until the up-to-date page was served: ${seen.join(", ")}`,
  );
});
