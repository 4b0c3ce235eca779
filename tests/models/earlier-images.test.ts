// Images that were uploaded before all were in one ink.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { useNewDataDir } from "../support/database.ts";

/** What storing a file comes to, when it is not to go well. */
let failToPut: (() => Promise<never>) | undefined;
/** How many files are being stored, and the most at once. */
let [putting, mostPutting] = [0, 0];
let sqlite: typeof import("#app/db/connection.server.ts").sqlite;
let upkeep: typeof import("#app/server/upkeep.server.ts");
let earlier: typeof import("#app/models/image/earlier-images.server.ts");
let images: typeof import("#app/models/image/image.server.ts");
let files: typeof import("#app/models/image/files.server.ts");
/** The files of images, watched. After the folder is chosen, which they look for once. */
function watchFiles(): void {
  vi.doMock("#app/models/image/files.server.ts", async (original) => {
    const files = await original<typeof import("#app/models/image/files.server.ts")>();
    return {
      ...files,
      putFile: async (...file: Parameters<typeof files.putFile>) => {
        mostPutting = Math.max(mostPutting, ++putting);
        await (failToPut?.() ?? files.putFile(...file)).finally(() => --putting);
      },
    };
  });
}

let dataDir: string;
beforeEach(async () => {
  dataDir = useNewDataDir();
  watchFiles();
  failToPut = undefined;
  const { seedSampleConference } = await import("#app/sample/seed.server.ts");
  ({ sqlite } = await import("#app/db/connection.server.ts"));
  upkeep = await import("#app/server/upkeep.server.ts");
  earlier = await import("#app/models/image/earlier-images.server.ts");
  images = await import("#app/models/image/image.server.ts");
  files = await import("#app/models/image/files.server.ts");
  await seedSampleConference();
});

/** A speaker who shows a red image, as it was stored then; answers its address. */
async function giveEarlierImage(id: number): Promise<string> {
  const path = `/objects/uploads/${randomUUID()}`;
  const red = { width: 60, height: 60, channels: 3 as const, background: "#d01010" };
  const webp = await sharp({ create: red }).webp().toBuffer();
  for (const suffix of ["-288", "-600", ""]) await files.putFile(path.slice(17) + suffix, webp);
  sqlite.prepare("update speakers set image_url = ? where id = ?").run(path, id);
  return path;
}

const isMetadata = (name: string | Buffer) => String(name).endsWith(".meta.json");

/** Where the disk has the image under this key. */
function fileOf(key: string): string {
  const hash = createHash("sha256").update(key).digest("hex");
  return join(hash.slice(0, 2), `${hash}.dat`);
}

const speaker = (id: number) =>
  sqlite.prepare("select * from speakers where id = ?").get(id) as { image_url: string; updated_at: number };

async function isRed(path: string, suffix = ""): Promise<boolean> {
  const file = await images.getImage(path.slice(17) + suffix);
  const { dominant } = await sharp((await file?.arrayBuffer()) ?? Buffer.alloc(0)).stats();
  return dominant.r - dominant.b > 60;
}

test("they are in one ink soon after the start, at a new address, and nobody has edited the speaker", async () => {
  const path = await giveEarlierImage(3);
  const before = speaker(3);
  expect(await isRed(path)).toBe(true);
  upkeep.startUpkeep();
  await vi.waitFor(() => expect(speaker(3).image_url).not.toBe(path));
  await upkeep.endUpkeep();
  const after = speaker(3);
  expect(after).toEqual({ ...before, image_url: after.image_url });
  for (const suffix of ["", "-600", "-288"]) expect(await isRed(after.image_url, suffix)).toBe(false);
  // Pages that are kept somewhere still show the one they name.
  expect(await isRed(path)).toBe(true);
});

test("an image of days ago that nobody shows any more goes by itself", async () => {
  const grey = (background: string) =>
    sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  const store = async (background: string) => {
    const stored = await images.storeImage(await grey(background));
    return stored.ok ? stored.path : "";
  };
  const [shown, dropped] = [await store("#202020"), await store("#404040")];
  sqlite.prepare("update speakers set image_url = ? where id = 3").run(shown);
  const root = join(dataDir, "uploads");
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }))
    utimesSync(join(root, name), 1, 1);
  // Uploaded just now, for a form that is still open.
  const young = await store("#606060");
  const isThere = async (path: string) => (await images.getImage(path.slice(17))) !== null;
  expect(await Promise.all([shown, dropped, young].map(isThere))).toEqual([true, true, true]);
  upkeep.startUpkeep();
  await vi.waitFor(async () => expect(await isThere(dropped)).toBe(false));
  await upkeep.endUpkeep();
  expect(await Promise.all([shown, dropped, young].map(isThere))).toEqual([true, false, true]);
});

test("what was done before a stop is not done again, and the rest is", async () => {
  await giveEarlierImage(1);
  await giveEarlierImage(2);
  let asked = 0;
  // Before the first, after it, before the second.
  await earlier.toneEarlierImages(() => ++asked > 2);
  const [first, second] = [speaker(1).image_url, speaker(2).image_url];
  const done = [first, second].filter((path) => path.charAt(31) === "8");
  expect(done).toHaveLength(1);
  await earlier.toneEarlierImages(() => false);
  const all = [speaker(1).image_url, speaker(2).image_url];
  expect(all).toContain(done[0]);
  expect(await Promise.all(all.map((path) => isRed(path)))).toEqual([false, false]);
  await earlier.toneEarlierImages(() => false);
  expect([speaker(1).image_url, speaker(2).image_url]).toEqual(all);
});

test("one that is damaged or missing stays as it is, and keeps the others from nothing", async () => {
  const missing = `/objects/uploads/${randomUUID()}`;
  const damaged = await giveEarlierImage(5);
  await files.putFile(damaged.slice(17), Buffer.from("RIFF0000WEBPVP8 damaged"));
  sqlite.prepare("update speakers set image_url = ? where id = 4").run(missing);
  const path = await giveEarlierImage(6);
  await earlier.toneEarlierImages(() => false);
  expect(speaker(4).image_url).toBe(missing);
  expect(speaker(5).image_url).toBe(damaged);
  expect(speaker(6).image_url).not.toBe(path);
});

test("one that the disk cannot read keeps no other from its turn, and is tried again the next time", async () => {
  const path = await giveEarlierImage(4);
  const other = await giveEarlierImage(5);
  const file = join(dataDir, "uploads", fileOf(path.slice(17)));
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  await earlier.toneEarlierImages(() => false);
  expect(speaker(4).image_url).toBe(path);
  expect(speaker(5).image_url).not.toBe(other);
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  await earlier.toneEarlierImages(() => false);
  expect(speaker(4).image_url).not.toBe(path);
});

test("where the store does not answer, none is given up: they are toned when it does", async () => {
  const path = await giveEarlierImage(4);
  const { ImageStoreError } = await import("#app/models/image/image-store.ts");
  failToPut = async () => {
    throw new ImageStoreError("gone");
  };
  await expect(earlier.toneEarlierImages(() => false)).rejects.toThrow("gone");
  expect(speaker(4).image_url).toBe(path);
  failToPut = undefined;
  await earlier.toneEarlierImages(() => false);
  expect(speaker(4).image_url).not.toBe(path);
});

test("who is asked for it twice at once does it once, one image after the other", async () => {
  for (const id of [1, 2, 3]) await giveEarlierImage(id);
  mostPutting = 0;
  await Promise.all([earlier.toneEarlierImages(() => false), earlier.toneEarlierImages(() => false)]);
  expect(mostPutting).toBe(1);
  expect(readdirSync(join(dataDir, "uploads"), { recursive: true }).filter(isMetadata)).toHaveLength(18);
});

test("what another process has toned meanwhile is not toned again", async () => {
  await giveEarlierImage(1);
  await giveEarlierImage(2);
  let asked = 0;
  await earlier.toneEarlierImages(() => {
    // Before the second.
    if (++asked === 3)
      sqlite
        .prepare(
          "update speakers set image_url = null where image_url not like '/objects/uploads/______________8%'",
        )
        .run();
    return false;
  });
  // Two in colours, and one of them in ink.
  expect(readdirSync(join(dataDir, "uploads"), { recursive: true }).filter(isMetadata)).toHaveLength(9);
});

test("a site that stops waits for the image in hand, and begins no other", async () => {
  for (const id of [1, 2, 3]) await giveEarlierImage(id);
  putting = 0;
  upkeep.startUpkeep();
  await vi.waitFor(() => expect(putting).toBe(1), { interval: 1 });
  await upkeep.endUpkeep();
  expect(putting).toBe(0);
  const files = () => readdirSync(join(dataDir, "uploads"), { recursive: true }).filter(isMetadata);
  const atTheEnd = files();
  expect(atTheEnd).toHaveLength(12);
  await pause(300);
  expect(files()).toEqual(atTheEnd);
});

test("whoever is given another image meanwhile keeps that", async () => {
  await giveEarlierImage(7);
  const toning = earlier.toneEarlierImages(() => false);
  sqlite.prepare("update speakers set image_url = '/portraits/mei-tanaka-wills.svg' where id = 7").run();
  await toning;
  expect(speaker(7).image_url).toBe("/portraits/mei-tanaka-wills.svg");
});

test("a new image and a new upload address are known to be in one ink, and are left alone", async () => {
  const stored = await images.storeImage(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#336699" } })
      .png()
      .toBuffer(),
  );
  const path = stored.ok ? stored.path : "";
  sqlite.prepare("update speakers set image_url = ? where id = 8").run(path);
  await earlier.toneEarlierImages(() => false);
  expect(speaker(8).image_url).toBe(path);
  const { createUploadUrl } = await import("#app/http/upload-url.server.ts");
  expect(createUploadUrl()).toMatch(
    /\/objects\/uploads\/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\?/,
  );
});
