import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IMAGE_WIDTHS } from "#app/models/image/image.ts";
import { cases, record } from "./support/findings.ts";
import { hostileImages, MARKERS } from "./support/hostile-images.ts";
import { largestJpeg } from "./support/image-bombs.ts";
import { rowsOf } from "./support/rows.ts";
import { SEED } from "./support/seed.ts";
import { type ServerProcess, startProcess } from "./support/server-process.ts";
import { decode, isWhole, multipartOf, photo, type Uploader, uploaderOn } from "./support/uploading.ts";

const ABORTS = cases(120, 8);
const RACES = cases(60, 4);
const KILLS = cases(60, 3);
const HOSTILE = cases(500, 20);
/** Time to wait for an image after a broken connection. Storing an image takes less. */
const WATCHED_MS = 300;
const GROWTH_LIMIT_MB = 256;

let server: ServerProcess;
let uploader: Uploader;
/** Two images that differ in every pixel. */
let dark: Uint8Array<ArrayBuffer>;
let light: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startProcess();
  uploader = await uploaderOn(server);
  [dark, light] = await Promise.all([photo("#402020"), photo("#d0d0c0")]);
});
afterAll(() => server.stop());

const idPath = (path: string) => path.split("?", 1)[0] ?? "";
const random = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count });
const failures = () => server.output.filter((line) => line.includes('"level":"error"'));

function imagesOfSpeakers(): Map<string, string | null> {
  const rows = rowsOf<{ name: string; path: string | null }>(
    server.dataDir,
    "select name, image_url as path from speakers",
  );
  return new Map(rows.map(({ name, path }) => [name, path]));
}

test("an aborted upload leaves a complete image or none", async () => {
  const breaks = random(
    fc.record({
      isForm: fc.boolean(),
      // Half of the requests are complete. Their connections break while the image is stored.
      part: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      afterMs: fc.integer({ min: 0, max: 150 }),
    }),
    ABORTS,
  );
  const paths: string[] = [];
  for (const [index, { isForm, ...how }] of breaks.entries()) {
    if (isForm) {
      const form = await multipartOf(`Broken off ${index}`, dark);
      await uploader.breakOff("/admin/speakers?add=", { method: "POST", ...form, ...how });
    } else {
      const path = await uploader.newPath();
      await uploader.breakOff(path, { method: "PUT", type: "image/jpeg", body: dark, ...how });
      paths.push(idPath(path));
      // isWhole throws if the image is partial at any moment.
      const end = performance.now() + WATCHED_MS;
      while (!(await isWhole(server.origin, idPath(path))) && performance.now() < end);
    }
  }
  const given = [...imagesOfSpeakers().values()].filter((path) => path !== null);
  const whole = await Promise.all(paths.map((path) => isWhole(server.origin, path)));
  expect(await Promise.all(given.map((path) => isWhole(server.origin, path)))).not.toContain(false);
  expect(failures()).toEqual([]);
  record(
    `${ABORTS} uploads were aborted`,
    `${whole.filter(Boolean).length} of ${paths.length} PUTs and ${given.length} of ${ABORTS - paths.length} forms had their images stored completely, and the others had nothing stored`,
  );
});

test("of several images sent to one address exactly one is kept", async () => {
  for (let race = 0; race < RACES; race += 1) {
    const path = await uploader.newPath();
    const runners = race % 2 === 0 ? [dark, light, dark] : [light, dark, light];
    const answers = await Promise.all(runners.map((bytes) => uploader.put(path, bytes)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 422, 422]);
    const isDark = runners[statuses.indexOf(201)] === dark;
    expect((await uploader.put(path, isDark ? light : dark)).status).toBe(422);
    const winner = isDark ? "dark" : "light";
    expect([await shadeAt(path), await shadeAt(path, "-600")]).toEqual([winner, winner]);
  }
  record(
    `In each of ${RACES} races, three PUTs were sent to one address at the same time, followed by a fourth`,
    "One of the first three was stored completely, and the other PUTs were refused",
  );
});

async function shadeAt(path: string, suffix = ""): Promise<"dark" | "light"> {
  const { mean } = await decode(await fetch(server.origin + idPath(path) + suffix));
  return mean < 128 ? "dark" : "light";
}

test("a server killed during uploads has complete images only, and all acknowledged ones", async () => {
  const moments = random(
    fc.record({ afterMs: fc.integer({ min: 0, max: 250 }), atFirstAnswer: fc.boolean() }),
    KILLS,
  );
  let acknowledged = 0;
  let uploads = 0;
  for (const [index, { afterMs, atFirstAnswer }] of moments.entries()) {
    const paths = await Promise.all([uploader.newPath(), uploader.newPath(), uploader.newPath()]);
    const name = `Killed ${index}`;
    const isAnswered = (sent: Promise<Response>, wanted: number) =>
      sent.then(
        ({ status }) => status === wanted,
        () => false,
      );
    const puts = paths.map((path) => isAnswered(uploader.put(path, dark), 201));
    const form = isAnswered(uploader.addSpeaker(name, light), 303);
    await (atFirstAnswer ? Promise.race([...puts, form]) : pause(afterMs));
    await server.kill();
    const known = await Promise.all(puts);
    const isFormKnown = await form;

    server = await startProcess({ dataDir: server.dataDir });
    uploader = await uploaderOn(server, uploader.cookie);
    const whole = await Promise.all(paths.map((path) => isWhole(server.origin, idPath(path))));
    expect(whole.filter((isThere, at) => known[at] && !isThere)).toEqual([]);
    const speakers = imagesOfSpeakers();
    if (isFormKnown) expect(speakers.get(name)).toMatch(/^\/objects\/uploads\//);
    const given = speakers.get(name);
    if (given) expect(await isWhole(server.origin, given)).toBe(true);
    acknowledged += [...known, isFormKnown].filter(Boolean).length;
    uploads += paths.length + 1;
  }
  record(
    `The server was killed ${KILLS} times during ${uploads} uploads`,
    `All ${acknowledged} acknowledged images were complete`,
  );
});

test("leftovers of the attacks are swept, and used images stay", async () => {
  expect((await uploader.put(await uploader.newPath(), light)).status).toBe(201);
  const uploads = join(server.dataDir, "uploads");
  const storage = createFsFileStorage(uploads);
  const { files } = await storage.list({ limit: 1_000_000 });
  expect(files.length).toBeGreaterThan(0);
  for (const { key } of files) {
    const file = await storage.get(key);
    await sharp(await file?.arrayBuffer()).stats();
  }
  // Adds files that only a failing disk would leave behind.
  const folder = join(uploads, readdirSync(uploads)[0] ?? "");
  writeFileSync(join(folder, `${"0".repeat(64)}.dat`), "half");
  writeFileSync(join(folder, `${"1".repeat(64)}.meta.json`), "{");
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  for (const path of filesBelow(uploads)) utimesSync(path, twoDaysAgo, twoDaysAgo);
  const old = filesBelow(uploads).length;

  // Each upload starts a sweep, and parallel sweeps race to remove the same files.
  const paths = await Promise.all([uploader.newPath(), uploader.newPath(), uploader.newPath()]);
  for (const { status } of await Promise.all(paths.map((path) => uploader.put(path, dark)))) {
    expect(status).toBe(201);
  }
  const shown = [...imagesOfSpeakers().values()].filter((path) => path?.startsWith("/objects/uploads/"));
  // The images in use and the new ones have two files for each size.
  const left = (shown.length + paths.length) * 2 * Object.keys(IMAGE_WIDTHS).length;
  await expect.poll(() => filesBelow(uploads).length, { timeout: 10_000 }).toBe(left);
  for (const path of shown) expect(await isWhole(server.origin, path ?? "")).toBe(true);
  expect(failures()).toEqual([]);
  record(
    `Sweeps for unused images checked ${old} old files`,
    `They removed ${old - shown.length * 2 * Object.keys(IMAGE_WIDTHS).length} and kept all files of the ${shown.length} images in use`,
  );
});

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("a hostile image is refused or re-encoded without its metadata, in bounded memory", async () => {
  await server.stop();
  server = await startProcess();
  uploader = await uploaderOn(server);
  expect((await uploader.put(await uploader.newPath(), dark)).status).toBe(201);
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 20);
  const outcomes = { refused: 0, "re-encoded": 0 };
  const large = new Uint8Array(await largestJpeg());
  const atOnce = ["first", "second", "third", "fourth"].map((which) => sendByPut(`${which} large`, large));
  expect(new Set(await Promise.all(atOnce))).toEqual(new Set(["re-encoded"]));
  const images = hostileImages(HOSTILE);
  let taken = 0;
  const worker = async () => {
    for (let next = await images.next(); !next.done; next = await images.next()) {
      taken += 1;
      const send = taken % 5 === 0 ? sendByForm : sendByPut;
      outcomes[await send(next.value.name, next.value.bytes)] += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  clearInterval(watch);
  const growth = Math.round((most - before) / 1024);
  expect(failures()).toEqual([]);
  expect(outcomes.refused + outcomes["re-encoded"]).toBe(HOSTILE);
  expect(growth).toBeLessThan(GROWTH_LIMIT_MB);
  record(
    `${HOSTILE + atOnce.length} hostile images were uploaded`,
    `${outcomes.refused} were refused and the others re-encoded; memory grew by ${growth} MB`,
  );
});

type Outcome = "refused" | "re-encoded";

async function sendByPut(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const { status, answer } = await answerOf(uploader.put(await uploader.newPath(), bytes));
  const { message, objectPath } = JSON.parse(answer);
  if (status !== 201) return expectRefused(name, status, /^[A-Z].*\.$/.test(message));
  return expectCleanImage(name, objectPath);
}

async function sendByForm(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  const speaker = `Hostile ${crypto.randomUUID()}`;
  const { status, answer } = await answerOf(uploader.addSpeaker(speaker, bytes));
  if (status !== 303) return expectRefused(name, status, SENTENCE.test(answer));
  const path = imagesOfSpeakers().get(speaker) ?? null;
  if (path !== null) return expectCleanImage(name, path);
  // Browsers send an empty file if no image was chosen.
  expect([name, bytes.length]).toEqual([name, 0]);
  return "refused";
}

async function answerOf(sent: Promise<Response>) {
  const response = await sent;
  return { status: response.status, answer: await response.text() };
}

function expectRefused(name: string, status: number, isSaid: boolean): Outcome {
  const isRefusal = status >= 400 && status < 500;
  expect({ name, status, isRefusal, isSaid }).toEqual({ name, status, isRefusal: true, isSaid: true });
  return "refused";
}

const SENTENCE =
  /Choose an image in|The file is empty|This (AVIF )?image (cannot be read|is too large|has \d+ megapixels)|HEIC format|larger than 10 MB|12,000 pixels/;

async function expectCleanImage(name: string, path: string): Promise<Outcome> {
  for (const suffix of ["", "-600"]) {
    const { bytes, metadata } = await decode(await fetch(server.origin + path + suffix));
    const { exif, icc, iptc, xmp, comments, orientation } = metadata;
    const kept = [exif, icc, iptc, xmp, comments, orientation].filter((part) => part !== undefined);
    const marked = MARKERS.filter((marker) => bytes.includes(marker));
    expect({ name, kept, marked }).toEqual({ name, kept: [], marked: [] });
  }
  return "re-encoded";
}
