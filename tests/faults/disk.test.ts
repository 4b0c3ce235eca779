import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { cases, record } from "./support/findings.ts";
import { type Answer, isAcknowledged, newUpload, register, send } from "./support/requests.ts";
import { faultsOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { openInAnotherProcess } from "./support/schemas.ts";
import { logInOver } from "./support/server-process.ts";
import { launchSite, type Site, startSite } from "./support/site-process.ts";
import { mountSmallDisk } from "./support/small-disk.ts";
import { attach, tracingProblem } from "./support/strace.ts";
import { pause } from "./support/until.ts";
import { photo } from "./support/uploading.ts";

const PAGES = ["/", "/api/program", "/register"];

test("writes to a full disk fail visibly and work again once there is room", async ({ skip }) => {
  const disk = mountSmallDisk(4);
  if ("problem" in disk) return skip(disk.problem);
  onTestFinished(() => void disk.unmount());
  const site = await startSite({ dataDir: disk.path });
  const people = registrationsOn(site);
  const cookie = await logInOver(site);
  await people.mustSucceed();

  disk.fill();
  for (let count = 0; count < cases(200, 20); count += 1) await people.try();
  expect(people.refused.size).toBeGreaterThan(0);
  await expectPages(site);
  const health = await send(`${site.origin}/healthz`);
  expect([health.status, JSON.parse(health.text)]).toMatchObject([503, { status: "disk full" }]);
  // Leaves room for the upload's row, but not for its image.
  disk.free();
  disk.fill(64 * 1024);
  const failed = await upload(site, cookie);
  expect([failed.status, failed.text]).toEqual([500, expect.stringContaining('{"message":')]);
  await expectPages(site);

  disk.free();
  await people.mustSucceed();
  const stored = await upload(site, cookie);
  expect(stored.status).toBe(201);
  expect((await send(site.origin + JSON.parse(stored.text).objectPath)).status).toBe(200);
  people.expectConsistent();
  expect(await site.end("SIGTERM")).toBe(0);
  record(
    `On a full disk, ${people.refused.size} registrations were refused`,
    `All ${people.acknowledged.size} registrations that the site acknowledged were stored`,
  );
});

test("a start on a read-only or full disk fails with a message", async ({ skip }) => {
  const disk = mountSmallDisk(4);
  if ("problem" in disk) return skip(disk.problem);
  onTestFinished(() => void disk.unmount());
  const refusals = {
    "read-only and empty": () => disk.remount("ro"),
    full: () => {
      disk.remount("rw");
      disk.fill();
    },
    "read-only with a database": () => {
      disk.free();
      openInAnotherProcess(disk.path);
      disk.remount("ro");
    },
  };
  for (const prepare of Object.values(refusals)) {
    prepare();
    const site = await launchSite({ dataDir: disk.path });
    expect(await site.exited).toBe(1);
    expect(site.output.join("")).toMatch(/^The site cannot start: DATA_DIR \(.*\) cannot be written/);
    expect(site.output.join("")).not.toContain("    at ");
  }
  record(
    `The site was started with unusable disks: ${Object.keys(refusals).join(", ")}`,
    "Each start failed with exit status 1 and an error message that named DATA_DIR",
  );
});

test("a database locked by another process delays writers, not readers", async () => {
  const lockMs = cases(10_000, 7_000);
  const site = await startSite();
  const early = registrationsOn(site);
  const late = registrationsOn(site);
  await early.mustSucceed();

  const other = new Database(join(site.dataDir, "conference.db"));
  other.exec("begin immediate");
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  const refused = Promise.all(
    Array.from({ length: 10 }, async () => ({ answer: await early.try(), afterMs: elapsed() })),
  );
  let waiting: Promise<Answer>[] = [];
  let slowestRead = 0;
  let reads = 0;
  while (elapsed() < lockMs) {
    const before = performance.now();
    await expectPages(site);
    slowestRead = Math.max(slowestRead, performance.now() - before);
    reads += PAGES.length;
    // These requests start late enough to be waiting when the lock ends.
    if (elapsed() > lockMs - 4_000 && waiting.length === 0) {
      waiting = Array.from({ length: 10 }, () => late.try());
    }
    await pause(50);
  }
  other.exec("commit");
  other.close();

  const answers = await refused;
  expect(answers.map(({ answer }) => answer.status)).toEqual(Array(10).fill(503));
  expect(answers.every(({ answer }) => Number(answer.headers["retry-after"]) > 0)).toBe(true);
  expect(Math.min(...answers.map(({ afterMs }) => afterMs))).toBeGreaterThan(4_000);
  expect((await Promise.all(waiting)).filter(isAcknowledged)).toHaveLength(10);
  early.expectConsistent();
  late.expectConsistent();
  // No page request waited for the lock.
  expect(slowestRead).toBeLessThan(3_000);
  expect(await site.end("SIGTERM")).toBe(0);
  record(
    `The database was locked for ${lockMs / 1000} s during 20 registrations and ${reads} page requests`,
    `10 registrations were refused and 10 were stored. Loading a set of four pages took at most ${Math.round(slowestRead)} ms`,
  );
});

const FAULTS = [
  "fsync,fdatasync:error=EIO",
  "pwrite64:error=ENOSPC",
  // Fails a write in the middle of a commit.
  "pwrite64:error=EIO:when=3+4",
  "pwrite64:error=EIO",
  "pwrite64:error=EROFS",
  "fsync,fdatasync:error=EROFS",
].slice(0, cases(6, 3));

test("writes to a failing disk fail visibly and work again once it recovers", async ({ skip }) => {
  const problem = tracingProblem();
  if (problem) return skip(problem);
  const site = await startSite();
  const people = registrationsOn(site);
  const cookie = await logInOver(site);
  for (const fault of FAULTS) {
    await people.mustSucceed();
    const [calls = ""] = fault.split(":");
    const injecting = await attach(site.pid, "-e", `trace=${calls}`, "-e", `inject=${fault}`);
    const acknowledgedBefore = people.acknowledged.size;
    for (let count = 0; count < cases(30, 4); count += 1) await people.try();
    expect(people.acknowledged.size).toBe(acknowledgedBefore);
    expect((await upload(site, cookie)).status).toBe(500);
    await expectPages(site);
    await injecting.detach();
    await people.mustSucceed();
    people.expectConsistent();
  }
  expect((await upload(site, cookie)).status).toBe(201);
  await site.end("SIGKILL");
  people.expectConsistent();
  record(
    `While disk writes failed, ${people.refused.size} registrations and ${FAULTS.length} uploads were sent`,
    "All were refused, and none was stored",
  );
});

function registrationsOn(site: Site) {
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  /** Registers one person. @throws unless the response is a success or the promised failure. */
  async function attempt(): Promise<Answer> {
    const email = `visitor-${crypto.randomUUID()}@example.com`;
    const answer = await register(site.origin, email, acknowledged.size + refused.size);
    (isAcknowledged(answer) ? acknowledged : refused).add(email);
    if (isAcknowledged(answer)) return answer;
    expect([500, 503]).toContain(answer.status);
    if (answer.headers["content-type"]?.startsWith("text/html")) {
      for (const typed of [email, "Noor Haddad", "Communications lead", "Vegetarian"]) {
        expect(answer.text).toContain(typed);
      }
      expect(answer.text).toContain("Please try again later.");
    } else {
      expect(JSON.parse(answer.text)).toEqual({ message: "Registration failed" });
    }
    return answer;
  }
  return {
    acknowledged,
    refused,
    try: attempt,
    /** Registers one person by form and one by API call. */
    mustSucceed: async () => {
      expect(isAcknowledged(await attempt())).toBe(true);
      expect(isAcknowledged(await attempt())).toBe(true);
    },
    /** Asserts that acknowledged people are stored once and refused people are not. */
    expectConsistent: () => {
      lookAtCopy(site.dataDir, (sqlite) => {
        expect(faultsOf(sqlite)).toEqual([]);
        const rows = rowsByEmail(sqlite);
        expect([...acknowledged].filter((email) => rows.get(email) !== 1)).toEqual([]);
        expect([...refused].filter((email) => rows.has(email))).toEqual([]);
      });
    },
  };
}

async function expectPages(site: Site): Promise<void> {
  for (const path of PAGES) expect([path, (await send(site.origin + path)).status]).toEqual([path, 200]);
}

async function upload(site: Site, cookie: string): Promise<Answer> {
  // The noise in the photo does not compress.
  const { url, sending } = await newUpload(site, cookie, await photo("#808080", 900, 600));
  return send(url, sending);
}
