// The drill in docs/self-hosting.md, 'When the server dies', with and without a standby.
import { randomInt } from "node:crypto";
import { copyFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished } from "vitest";
import { registration } from "../support/factories.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { npmRun } from "./support/child-process.ts";
import { cases, record } from "./support/findings.ts";
import { hasLitestream, litestreamOn } from "./support/litestream.ts";
import { hasNginx, startNginx } from "./support/nginx.ts";
import { faultsOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { startS3 } from "./support/s3.ts";
import { startSite } from "./support/site-process.ts";
import { testWith } from "./support/test-with.ts";
import { pause, until } from "./support/until.ts";

const DRILLS = cases(5, 1);
const LOAD_MS = cases(20_000, 5_000);
const WRITERS = 4;
const AGAIN_MS = 50;
const READ_EVERY_MS = 5;
/** Registrations older than this must be in the replica (docs/self-hosting.md). */
const MAY_LOSE_MS = 2_000;
const PULL_EVERY_MS = 1_000;
/** The same limit for the standby's own copy, if the replica is lost as well. */
const MAY_LOSE_PULLED_MS = 10_000;
/** nginx must use a restarted site within this time, even after many failed attempts. */
const RECOVERY_MS = 2_000;
const NAME = "if the server dies, the replica restores all but the last two seconds";
const isRun = hasNginx && hasLitestream;

type Found = Awaited<ReturnType<typeof drillOnce>>;

testWith("nginx, openssl or Litestream", isRun, NAME, async () => {
  const [alone, standby]: [Found[], Found[]] = [[], []];
  // Alternates the two kinds of drill to expose both to the same load.
  for (let drill = 0; drill < DRILLS; drill += 1) {
    alone.push(await drillOnce({ hasStandby: false }));
    standby.push(await drillOnce({ hasStandby: true }));
  }
  const [bare, pulling] = [figuresOf(alone), figuresOf(standby)];
  const pulled = Math.max(...standby.map(({ pulledMs }) => pulledMs)) / 1000;
  record(
    `The server was killed ${DRILLS} times without and ${DRILLS} times with a standby, while ${WRITERS} clients were writing`,
    `Without a standby, ${bare}. With a standby, ${pulling}. Without the S3 bucket, the standby's own copy lacked at most the last ${pulled.toFixed(1)} s`,
  );
});

function figuresOf(drills: Found[]): string {
  const sum = (of: (one: Found) => number) => drills.reduce((all, one) => all + of(one), 0);
  const most = (of: (one: Found) => number, digits = 0) => {
    const all = drills.map(of).sort((a, b) => a - b);
    return `at most ${all.at(-1)?.toFixed(digits)} (median ${all[all.length >> 1]?.toFixed(digits)})`;
  };
  const pages = sum((one) => one.pages);
  const outage = most(({ withoutMs }) => withoutMs / 1000, 1);
  const acknowledged = sum((one) => one.acknowledged);
  const lost = `${most((one) => one.lost)}, the oldest made ${most(({ oldestMs }) => oldestMs)} ms before it`;
  return `none of ${pages} page views failed, and registrations failed for ${outage} s. Of ${acknowledged} acknowledged registrations, a kill lost ${lost}`;
}

async function drillOnce({ hasStandby }: { hasStandby: boolean }) {
  const [frontPort, port, otherPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `https://localhost:${frontPort}`;
  const settings = { SITE_URL: origin, TRUST_PROXY: "1" };
  const [dataDir, otherDir] = [newDataDir(), newDataDir()];
  const place = await startS3();
  onTestFinished(place.stop);
  const nginx = await startNginx(frontPort, port, otherPort);
  onTestFinished(nginx.stop);
  setDefaultCACertificates([...getCACertificates(), nginx.ca]);

  const site = await startSite({ dataDir, port, settings });
  const copying = litestreamOn(dataDir, place.endpoint);
  const litestream = copying.replicate();
  onTestFinished(() => void litestream.kill("SIGKILL"));
  await until("there is a copy", copying.hasCopy);

  const backup = join(newDataDir(), "nightly.tar");
  await npmRun({ DATA_DIR: dataDir }, "backup", backup);
  const other = litestreamOn(otherDir, place.endpoint);
  // Images come from the nightly backup, the database from the replica.
  const bringImages = async () => {
    await npmRun({ DATA_DIR: otherDir }, "restore", backup);
    rmSync(join(otherDir, "conference.db"));
  };
  let stopPulling = () => {};
  if (hasStandby) {
    await bringImages();
    stopPulling = other.pull();
    onTestFinished(stopPulling);
  }

  const acknowledged = new Map<string, number>();
  const views = { all: 0, lost: [] as number[] };
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n += 1) {
      const email = `w${writer}-${n}@example.com`;
      const body = JSON.stringify(registration({ email }));
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`${origin}/api/registrations`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      if (answer.status === 201) acknowledged.set(email, performance.now());
      else await pause(AGAIN_MS);
    }
  };
  const read = async () => {
    for (; !isOver; views.all += 1) {
      const answer = await fetch(`${origin}/`);
      const page = await answer.text();
      if (answer.status !== 200 || !page.endsWith("</html>")) views.lost.push(answer.status);
      await pause(READ_EVERY_MS);
    }
  };
  const load = [read(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))];
  await pause(LOAD_MS);
  if (hasStandby) {
    const loaded = Date.now();
    const pulledAt = () => statSync(join(otherDir, "pulled.db"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    await until("the standby pulls again", () => pulledAt() > loaded);
    await pause(randomInt(PULL_EVERY_MS));
  }

  litestream.kill("SIGKILL");
  stopPulling();
  await site.end("SIGKILL");
  const died = performance.now();
  const before = new Map(acknowledged);
  const missingFrom = (rows: Map<string, number>) => [...before].filter(([email]) => !rows.has(email));
  const oldestOf = (missing: [string, number][]) => Math.max(0, ...missing.map(([, at]) => died - at));
  if (!hasStandby) await bringImages();
  await other.restore();
  expect(await npmRun({ DATA_DIR: otherDir }, "db:restored")).toContain("Everyone is logged out");
  const standby = await startSite({ dataDir: otherDir, port: otherPort, settings });
  const up = performance.now();
  await until("a registration succeeds again", () => acknowledged.size > before.size);
  const again = Math.min(...[...acknowledged.values()].filter((at) => at > died));
  expect(again - up).toBeLessThan(RECOVERY_MS);
  const withoutMs = again - died;
  await pause(500);
  isOver = true;
  await Promise.all(load);
  expect(await standby.end("SIGTERM")).toBe(0);
  const pulledMs = hasStandby ? oldestOf(missingFrom(lookAtPulled(otherDir))) : 0;
  expect(pulledMs).toBeLessThan(MAY_LOSE_PULLED_MS);

  return lookAtCopy(otherDir, (copy) => {
    expect(faultsOf(copy)).toEqual([]);
    const rows = rowsByEmail(copy);
    expect([...rows.values()].every((count) => count === 1)).toBe(true);
    const lost = missingFrom(rows);
    const oldestMs = oldestOf(lost);
    expect(views.lost).toEqual([]);
    expect(oldestMs).toBeLessThan(MAY_LOSE_MS);
    expect([...acknowledged.keys()].filter((email) => !before.has(email) && !rows.has(email))).toEqual([]);
    return { acknowledged: before.size, pages: views.all, lost: lost.length, oldestMs, withoutMs, pulledMs };
  });
}

function lookAtPulled(dataDir: string): Map<string, number> {
  const copy = newDataDir();
  copyFileSync(join(dataDir, "pulled.db"), join(copy, "conference.db"));
  return lookAtCopy(copy, (pulled) => {
    expect(faultsOf(pulled)).toEqual([]);
    return rowsByEmail(pulled);
  });
}
