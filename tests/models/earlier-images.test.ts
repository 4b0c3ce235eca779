// Images that were uploaded before all were in one ink.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { useNewDataDir } from "../support/database.ts";

let sqlite: typeof import("#app/db/connection.server.ts").sqlite;
let upkeep: typeof import("#app/server/upkeep.server.ts");
let earlier: typeof import("#app/models/image/earlier-images.server.ts");
let images: typeof import("#app/models/image/image.server.ts");
let files: typeof import("#app/models/image/files.server.ts");
beforeEach(async () => {
  useNewDataDir();
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
