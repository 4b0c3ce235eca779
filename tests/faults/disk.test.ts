// Full, read-only, locked and failing disks: errors are reported and end with their cause.
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { cases, record } from "./support/findings.ts";
import { type Answer, isAcknowledged, newUpload, register, send } from "./support/requests.ts";
import { faultsOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { openInAnotherProcess } from "./support/schemas.ts";
import { signInOver } from "./support/server-process.ts";
import { launchSite, type Site, startSite } from "./support/site-process.ts";
import { mountSmallDisk } from "./support/small-disk.ts";
import { attach, tracingProblem } from "./support/strace.ts";
import { pause } from "./support/until.ts";
import { photo } from "./support/uploading.ts";

const PAGES = ["/", "/api/program", "/register", "/healthz"];

test("writes to a full disk fail visibly and work again once there is room", async ({ skip }) => {
  const disk = mountSmallDisk(4);
  if ("problem" in disk) return skip(disk.problem);
  onTestFinished(() => void disk.unmount());
  const site = await startSite({ dataDir: disk.path });
  const people = registrationsOn(site);
  const cookie = await signInOver(site);
  await people.mustSucceed();

  disk.fill();
  for (let count = 0; count < cases(200, 20); count += 1) await people.try();
  expect(people.refused.size).toBeGreaterThan(0);
  await expectPages(site);
  // Room for the upload's row, not for its image.
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
  record(`full disk: ${people.refused.size} registrations refused, ${people.acknowledged.size} stored`);
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
  record(`start on a disk: ${Object.keys(refusals).join(", ")}`, "message names DATA_DIR, exit status 1");
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
    // Late enough to be still waiting when the lock ends.
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
  // Four pages in a row without waiting for the lock.
  expect(slowestRead).toBeLessThan(3_000);
  expect(await site.end("SIGTERM")).toBe(0);
  const attack = `database locked for ${lockMs / 1000} s, 20 registrations, ${reads} page reads`;
  record(attack, `10 refused, 10 stored; four pages took ${Math.round(slowestRead)} ms at most`);
});

const FAULTS = [
  "fsync,fdatasync:error=EIO",
  "pwrite64:error=ENOSPC",
  // A write in the middle of a commit.
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
  const cookie = await signInOver(site);
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
  record(`failing disk: ${people.refused.size} registrations, ${FAULTS.length} uploads`, "none stored");
});

/** Registrations, every second one by form, with their responses. */
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
    /** One by form, one by the JSON call. */
    mustSucceed: async () => {
      expect(isAcknowledged(await attempt())).toBe(true);
      expect(isAcknowledged(await attempt())).toBe(true);
    },
    /** Asserts that acknowledged people are stored once and refused people are not. */
    expectConsistent: () => {
      const { rows, faults } = lookAtCopy(site.dataDir, (sqlite) => ({
        rows: rowsByEmail(sqlite),
        faults: faultsOf(sqlite),
      }));
      expect(faults).toEqual([]);
      expect([...acknowledged].filter((email) => rows.get(email) !== 1)).toEqual([]);
      expect([...refused].filter((email) => rows.has(email))).toEqual([]);
    },
  };
}

async function expectPages(site: Site): Promise<void> {
  for (const path of PAGES) expect([path, (await send(site.origin + path)).status]).toEqual([path, 200]);
}

async function upload(site: Site, cookie: string): Promise<Answer> {
  // Noise does not compress, so the image needs room.
  const { url, sending } = await newUpload(site, cookie, await photo("#808080", 900, 600));
  return send(url, sending);
}
