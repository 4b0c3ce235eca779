// Behind nginx, two processes share a DATA_DIR: docs/self-hosting.md, 'Upgrade without downtime'.
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished } from "vitest";
import { aFormId } from "../support/form-id.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { hasCaddy, startCaddy } from "./support/caddy.ts";
import { cases, record } from "./support/findings.ts";
import { startMixedLoad } from "./support/mixed-load.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { byForm } from "./support/requests.ts";
import { countOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { MIGRATIONS, nextVersion } from "./support/schemas.ts";
import { startSite } from "./support/site-process.ts";
import { testWith } from "./support/test-with.ts";
import { pause } from "./support/until.ts";

const ROLLS = cases(10, 2);
const BETWEEN_MS = 500;
const AGAIN_MS = 100;

async function prepare() {
  const frontPort = await freePort();
  const origin = `https://localhost:${frontPort}`;
  const settings = { SITE_URL: origin, TRUST_PROXY: "1" };
  return { frontPort, origin, dataDir: newDataDir(), settings };
}

function trust(front: { ca: string; stop: () => Promise<void> }): void {
  setDefaultCACertificates([...getCACertificates(), front.ca]);
  onTestFinished(front.stop);
}

testWith("nginx or openssl", hasNginx, "a rolling upgrade and rolling restarts lose no request", async () => {
  const { frontPort, origin, dataDir, settings } = await prepare();
  const ports = [await freePort(), await freePort()] as const;
  let running = await startSite({ dataDir, port: ports[0], settings });
  const nginx = await startNginx(frontPort, ...ports);
  trust(nginx);
  const cwd = nextVersion(dataDir, ["delegates"]);
  const load = await startMixedLoad({ origin, dataDir });
  for (let roll = 0; roll < ROLLS; roll += 1) {
    for (const which of ["second", "first"] as const) {
      await pause(BETWEEN_MS);
      const port = ports[which === "first" ? 0 : 1];
      const next = await startSite({ dataDir, port, settings, cwd });
      await nginx.switchTo(which);
      expect(await running.end("SIGTERM")).toBe(0);
      running = next;
    }
  }
  await pause(BETWEEN_MS);
  const done = await load.stop();
  expect(await running.end("SIGTERM")).toBe(0);
  expect(countOf(dataDir, "select count(*) from __drizzle_migrations")).toBe(MIGRATIONS.length + 1);
  record(
    `During upgrades behind nginx, there were ${done}`,
    "No request failed, and each registration was stored once",
  );
});

const BEHIND_CADDY = "readers wait for a restart, and senders of forms are told to resend";
testWith("Caddy", hasCaddy, BEHIND_CADDY, async () => {
  const { frontPort, origin, dataDir, settings } = await prepare();
  const port = await freePort();
  let running = await startSite({ dataDir, port, settings });
  trust(await startCaddy(frontPort, port));
  let isOver = false;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, { redirect: "manual", ...init });
    return { status: answer.status, text: await answer.text() };
  };
  const read = { pages: 0 };
  const reader = (async () => {
    for (; !isOver; read.pages += 1) {
      const { status, text } = await ask("/");
      expect([status, text.endsWith("</html>")]).toEqual([200, true]);
    }
  })();
  const sent = { emails: [] as string[], again: 0 };
  const sender = (async () => {
    while (!isOver) {
      const email = `form-${sent.emails.length}@example.com`;
      const form = byForm(email, aFormId());
      // Caddy before 2.11.2 cannot retry a body (caddyserver/caddy#7546).
      for (let answer = await ask("/register", form); answer.status !== 303; sent.again += 1) {
        expect([answer.status, answer.text]).toEqual([
          503,
          expect.stringContaining("it is stored only once"),
        ]);
        await pause(AGAIN_MS);
        answer = await ask("/register", form);
      }
      sent.emails.push(email);
    }
  })();
  for (let roll = 0; roll < ROLLS; roll += 1) {
    await pause(BETWEEN_MS);
    expect(await running.end("SIGTERM")).toBe(0);
    await pause(BETWEEN_MS);
    running = await startSite({ dataDir, port, settings });
  }
  await pause(BETWEEN_MS);
  isOver = true;
  await Promise.all([reader, sender]);
  expect(await running.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (copy) => {
    const rows = rowsByEmail(copy);
    expect(sent.emails.filter((email) => rows.get(email) !== 1)).toEqual([]);
    expect(rows.size).toBe(sent.emails.length);
  });
  record(
    `During restarts behind Caddy, ${read.pages} pages were requested and ${sent.emails.length} forms were sent`,
    `${sent.again} forms had to be resent, and each form was stored once`,
  );
});
