import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createS3Store } from "#app/models/image/s3-store.server.ts";
import { newDataDir } from "../support/server.ts";
import { finish, npmRun } from "./support/child-process.ts";
import { record } from "./support/findings.ts";
import { rowsOf } from "./support/rows.ts";
import { BUCKET, S3_KEY, startS3 } from "./support/s3.ts";
import { type ServerProcess, startProcess } from "./support/server-process.ts";
import { isWhole, photo, type Uploader, uploaderOn } from "./support/uploading.ts";

type Store = Awaited<ReturnType<typeof startS3>>;

const keys = { accessKeyId: S3_KEY, secretAccessKey: S3_KEY };
const settingsFor = ({ endpoint }: Store) => ({
  IMAGE_STORE: "s3",
  S3_ENDPOINT: endpoint,
  S3_BUCKET: BUCKET,
  S3_ACCESS_KEY_ID: S3_KEY,
  S3_SECRET_ACCESS_KEY: S3_KEY,
});

const startSite = (store: Store, dataDir?: string) => startProcess({ dataDir, settings: settingsFor(store) });

let store: Store;
let site: ServerProcess;
let uploader: Uploader;
let image: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  store = await startS3();
  site = await startSite(store);
  uploader = await uploaderOn(site);
  image = await photo("#d01010");
});
afterAll(async () => {
  await site.stop();
  store.stop();
});

const shown = (dataDir: string): string[] =>
  rowsOf<{ path: string }>(dataDir, "select image_url as path from speakers where image_url is not null").map(
    ({ path }) => path,
  );

const run = (script: string, from: Store, dataDir: string, ...args: string[]) =>
  npmRun({ ...settingsFor(from), DATA_DIR: dataDir }, script, ...args);

test("uploads are complete, in the bucket only, and swept when unused", async () => {
  expect((await uploader.addSpeaker("Nia Osei", image)).status).toBe(303);
  const [path = ""] = shown(site.dataDir);
  expect(await isWhole(site.origin, path)).toBe(true);
  const uploads = join(site.dataDir, "uploads");
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]);

  const unused = await uploader.newPath();
  expect((await uploader.put(unused, image)).status).toBe(201);
  const bucket = createS3Store({ ...keys, endpoint: store.endpoint, region: "us-east-1", bucket: BUCKET });
  const id = path.slice(path.lastIndexOf("/") + 1);
  const kept = new Set(["", "-600", "-288"].map((suffix) => id + suffix));
  expect(await bucket.removeOlderThan(Date.now() - 60_000, kept)).toBe(0);
  expect(await bucket.removeOlderThan(Date.now() + 60_000, kept)).toBe(3);
  expect(await isWhole(site.origin, path)).toBe(true);
  expect(await isWhole(site.origin, unused.split("?", 1)[0] ?? "")).toBe(false);
});

test("a backup has the images and restores them to a bucket or a disk", async () => {
  const backup = join(newDataDir(), "all.tar");
  expect(await run("backup", store, site.dataDir, backup)).toContain("1 speaker, 0 sessions, 1 image");
  const other = await startS3();
  const elsewhere = newDataDir();
  expect(await run("restore", other, elsewhere, backup)).toContain("1 image.");
  const restored = await startSite(other, elsewhere);
  const [path = ""] = shown(elsewhere);
  expect(await isWhole(restored.origin, path)).toBe(true);
  await restored.stop();
  other.stop();

  const onDisk = newDataDir();
  await npmRun({ DATA_DIR: onDisk }, "restore", backup);
  const server = await startProcess({ dataDir: onDisk });
  expect(await isWhole(server.origin, path)).toBe(true);
  await server.stop();
});

test("a hanging or missing store blocks no one and loses no input", async () => {
  const [path = ""] = shown(site.dataDir);
  const settings = { ...settingsFor(store), DATA_DIR: site.dataDir, SITE_URL: site.origin };
  // Ignores the exit status, because doctor also reports problems with this machine's setup.
  const env = { ...process.env, ...settings };
  const { output } = await finish(spawn("npm", ["run", "--silent", "doctor"], { env }));
  expect(output).toContain("ok       Images: the bucket byline can be read");
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    store.child.kill(signal);
    const [shownImage, saved, page] = await Promise.all([
      fetch(site.origin + path),
      uploader.addSpeaker("Typed With Care", image),
      fetch(site.origin),
    ]);
    expect([page.status, shownImage.status, shownImage.headers.get("cache-control")]).toEqual([
      200,
      503,
      expect.stringContaining("no-store"),
    ]);
    expect(saved.status).toBe(422);
    const form = await saved.text();
    expect(form).toContain("Images cannot be stored at the moment. Choose the image again in a minute.");
    expect(form).toContain('value="Typed With Care"');
    if (signal === "SIGSTOP") {
      store.child.kill("SIGCONT");
      expect((await uploader.addSpeaker("Typed With Care", image)).status).toBe(303);
    }
  }
  record("The S3 store had 2 outages", "Pages were still served, and no input was lost");
});
