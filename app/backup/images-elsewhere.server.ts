// Images in a bucket (IMAGE_STORE=s3): brought into a backup as if they were in DATA_DIR, and back to where they belong.
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import { findImages } from "#app/backup/contents.server.ts";
import { UPLOADS } from "#app/backup/manifest.server.ts";
import { isImageKey } from "#app/models/image/image.ts";
import { keysIn, s3StorageOf } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";

/** The folder with the images of this site: DATA_DIR's own, or a copy of the bucket, made in `folder`. */
export async function imagesFor(dataDir: string, folder: string): Promise<string> {
  if (!env.s3) return join(dataDir, UPLOADS);
  const copy = join(folder, UPLOADS);
  await rm(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700 });
  const [there, here] = [s3StorageOf(env.s3), createFsFileStorage(copy)];
  for await (const key of keysIn(there)) {
    const file = isImageKey(key) ? await there.get(key) : null;
    if (file) await here.set(key, file as File);
  }
  return copy;
}

/** Takes the images of a folder to the bucket, and leaves the folder empty; where they stay here, it does nothing. */
export async function takeImagesElsewhere(uploads: string): Promise<void> {
  if (!env.s3) return;
  const [here, there] = [createFsFileStorage(uploads), s3StorageOf(env.s3)];
  for (const key of (await findImages(uploads)).keys()) {
    const file = await here.get(key);
    if (file) await there.set(key, file as File);
  }
  await rm(uploads, { recursive: true });
  mkdirSync(uploads, { mode: 0o700 });
}
