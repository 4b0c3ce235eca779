import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { IMAGE_WIDTHS } from "#app/models/image/image.ts";
import { contentOf, newConference, newFolder } from "../support/backups.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { startServer } from "../support/server.ts";
import { finish } from "./support/child-process.ts";
import { cases, record } from "./support/findings.ts";
import { type Attack, craftedAttacks, damage, foreignFiles } from "./support/hostile-archives.ts";
import { seededRandom } from "./support/mutations.ts";
import { faultsOf, inDatabase, rowsOf } from "./support/rows.ts";
import { type Answered, backdateImages, SPEAKERS_WITH_IMAGES, startLoad } from "./support/site-under-load.ts";
import { until } from "./support/until.ts";

const SETTINGS = { ADMIN_EMAILS: ORGANISER, SESSION_SECRET: "a secret of tests that is long enough" };
const ALL_MUTATIONS = 200;

const start = (name: "backup" | "restore", dataDir: string, file: string): ChildProcess =>
  spawn(process.execPath, [`bin/${name}.ts`, file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });

const run = (...args: Parameters<typeof start>) => finish(start(...args));

/** Asserts that a restored site has every acknowledged write. Returns the number of its images. */
async function expectEverything(dataDir: string, before: Answered): Promise<number> {
  const emails = rowsOf<{ email: string }>(dataDir, "select email from delegates").map(({ email }) => email);
  const rows = rowsOf<{ id: number; url: string | null }>(
    dataDir,
    "select id, image_url as url from speakers",
  );
  const speakers = new Map(rows.map(({ id, url }) => [id, url]));
  expect(inDatabase(dataDir, faultsOf)).toEqual([]);
  const there = new Set(emails);
  expect(there.size).toBe(emails.length);
  expect(before.emails.filter((email) => !there.has(email))).toEqual([]);
  expect([...before.speakers].filter(([id, url]) => speakers.get(id) !== url)).toEqual([]);

  const site = await startServer({ ...SETTINGS, DATA_DIR: dataDir });
  const images = [...speakers.values()].filter((url) => url?.startsWith("/objects/uploads/"));
  for (const url of images.flatMap((image) => [image, `${image}-600`])) {
    const response = await fetch(site.origin + url);
    expect([url, response.status, (await response.text()).startsWith("RIFF")]).toEqual([url, 200, true]);
  }
  expect(await site.stop()).toBe(0);
  return images.length;
}

test("a backup under load has everything acknowledged before it started, with every image", async () => {
  const rounds = cases(20, 1);
  const { dataDir, closeDatabase } = await newConference(SPEAKERS_WITH_IMAGES, SETTINGS);
  const cookie = await logIn();
  await closeDatabase();
  const server = await startServer({ ...SETTINGS, DATA_DIR: dataDir });
  const before: Answered = { emails: [], speakers: new Map(), uploads: 0 };
  const backups = newFolder();
  let [shown, checked, meanwhile] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    backdateImages(dataDir);
    const { answered, refused, stop } = await startLoad({ ...server, cookie }, round);
    await until(
      "the load is running",
      () => refused.length > 0 || (answered.emails.length >= 20 && answered.speakers.size >= 2),
      60_000,
    );
    const emails = [...before.emails, ...answered.emails];
    const promised = { ...before, emails, speakers: new Map([...before.speakers, ...answered.speakers]) };
    const file = join(backups, `${round}.tar`);
    const made = await run("backup", dataDir, file);
    meanwhile += before.emails.length + answered.emails.length - promised.emails.length;
    await stop();
    expect(made).toMatchObject({ status: 0, output: expect.not.stringContaining("lost") });
    expect(refused).toEqual([]);
    const restored = join(newFolder(), "data");
    expect(await run("restore", restored, file)).toMatchObject({ status: 0 });
    shown += await expectEverything(restored, promised);
    checked += promised.emails.length + promised.speakers.size;

    before.emails.push(...answered.emails);
    for (const [id, url] of answered.speakers) before.speakers.set(id, url);
    before.uploads += answered.uploads;
  }
  expect(await server.stop()).toBe(0);
  expect(readdirSync(backups)).toHaveLength(rounds);
  // Proves that writes and sweeps ran during the backups.
  expect(meanwhile).toBeGreaterThan(0);
  const kept = readdirSync(join(dataDir, "uploads"), { recursive: true, encoding: "utf8" });
  const left = kept.filter((name) => name.endsWith(".dat")).length / Object.keys(IMAGE_WIDTHS).length;
  const swept = Math.floor(SPEAKERS_WITH_IMAGES + before.uploads - left);
  expect(swept).toBeGreaterThan(0);
  record(
    `${rounds} backups were made under load`,
    `All ${checked} acknowledged writes and ${shown} images were restored`,
  );
});

test("a damaged, forged or foreign backup is refused with a message and changes nothing", async () => {
  const conference = await newConference(3);
  const file = join(newFolder(), "backup.tar");
  expect(await run("backup", conference.dataDir, file)).toMatchObject({ status: 0 });
  const whole = join(newFolder(), "data");
  expect(await run("restore", whole, file)).toMatchObject({ status: 0 });
  const identical = contentOf(whole);

  const archive = await readFile(file);
  const random = seededRandom(20_261_121);
  const attacks: Attack[] = [...foreignFiles(archive), ...craftedAttacks(archive)];
  while (attacks.length < ALL_MUTATIONS) attacks.push(damage(archive, random));
  const step = ALL_MUTATIONS / cases(ALL_MUTATIONS, 10);
  const chosen = attacks.filter((_, index) => index % step === 0);
  let refused = 0;
  for (const [index, [name, bytes]] of chosen.entries()) {
    const folder = newFolder();
    const [dataDir, backup] = [join(folder, "data"), join(folder, "backup.tar")];
    writeFileSync(backup, bytes);
    // The folder is absent, is empty, or contains only a secret.
    if (index % 3 > 0) mkdirSync(dataDir);
    if (index % 3 > 1) writeFileSync(join(dataDir, "secret"), "a secret");
    const before = contentOf(folder);
    const { status, output } = await run("restore", dataDir, backup);
    if (status === 0) {
      const { secret: _, ...restored } = contentOf(dataDir);
      expect({ name, restored }).toEqual({ name, restored: identical });
      continue;
    }
    refused += 1;
    expect({ name, status, output }).toEqual({
      name,
      status: 1,
      output: expect.stringMatching(/^\S+backup\.tar (is|was) .*, so nothing was restored\.( .*)?\n$/),
    });
    expect({ name, content: contentOf(folder) }).toEqual({ name, content: before });
  }
  expect(existsSync("/tmp/conference-x")).toBe(false);
  const rest = chosen.length > refused ? ", and the others restored the original data" : "";
  record(
    `Restores of ${chosen.length} damaged or forged backups were attempted`,
    `${rest ? refused : "All"} were refused${rest}`,
  );
});

test("a killed backup or restore leaves nothing partial, and the next one works", async () => {
  const kills = cases(40, 4);
  const { dataDir } = await newConference(12);
  const folder = newFolder();
  const file = join(folder, "whole.tar");
  const reference = join(newFolder(), "data");
  /** Duration of each command in ms, excluding Node's startup. */
  const atWork = {
    backup: await timed(start("backup", dataDir, file), folder),
    restore: await timed(start("restore", reference, file), reference),
  };
  const identical = contentOf(reference);
  let halfway = 0;

  /** Kills a command after a fraction of its work. The work begins when files appear in `place`. */
  async function kill(name: "backup" | "restore", from: string, made: string, place: string, moment: number) {
    const child = start(name, from, made);
    const ended = finish(child);
    await begun(child, place);
    const timer = setTimeout(() => child.kill("SIGKILL"), atWork[name] * moment);
    await ended;
    clearTimeout(timer);
    if (isAtWork(place)) halfway += 1;
  }
  for (let round = 0; round < kills; round += 1) {
    const target = join(newFolder(), "data");
    const made = round % 2 === 0 ? join(folder, `${round}`, "backup.tar") : file;
    if (made === file) {
      await kill("restore", target, file, target, round / kills);
    } else {
      mkdirSync(dirname(made));
      await kill("backup", dataDir, made, dirname(made), round / kills);
      if (!existsSync(made)) expect(await run("backup", dataDir, made)).toMatchObject({ status: 0 });
    }
    if (!existsSync(join(target, "conference.db"))) {
      expect(await run("restore", target, made)).toMatchObject({ status: 0 });
    }
    const content = Object.entries(contentOf(target)).filter(([name]) => !name.startsWith("restoring-"));
    expect(Object.fromEntries(content)).toEqual(identical);
  }
  expect(halfway).toBeGreaterThan(0);
  const times = `${kills} times, ${halfway} of them midway`;
  record(`Backups and restores were killed ${times}`, "No partial backup or restore was left");
});

const isAtWork = (place: string): boolean =>
  existsSync(place) && readdirSync(place).some((name) => /^restoring-|\.partial-/.test(name));

async function begun(child: ChildProcess, place: string): Promise<void> {
  while (child.exitCode === null && !isAtWork(place)) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function timed(child: ChildProcess, place: string): Promise<number> {
  const ended = finish(child);
  await begun(child, place);
  const from = performance.now();
  expect(await ended).toMatchObject({ status: 0 });
  return performance.now() - from;
}
