// The files of uploaded images below DATA_DIR: @remix-run/file-storage, made whole or absent.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import { keptSince } from "#app/db/clock.server.ts";
import { makeStaging, removeAbandonedStaging } from "#app/db/staging.server.ts";
import { env } from "#app/platform/env.server.ts";
import { keepPrivate } from "#app/platform/private-files.server.ts";
import { syncPath } from "#app/platform/sync-path.server.ts";

const root = join(env.DATA_DIR, "uploads");
removeAbandonedStaging(env.DATA_DIR, keptSince(0).getTime());
const storage = createFsFileStorage(root);
keepPrivate(root);
syncNow(env.DATA_DIR);

/** The stored file under this key, or null. */
export async function getFile(key: string): Promise<File | null> {
  try {
    return (await storage.get(key)) as File | null;
  } catch (error) {
    // Metadata that is not valid JSON: a disk has lost it, and with it the image.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Puts a file through a storage of its own beside the real one, syncs what that wrote, and moves it over,
 * the metadata last: the storage knows only files whose metadata it finds. Everything is on disk when it
 * returns.
 */
export async function putFile(key: string, webp: Buffer): Promise<void> {
  const staging = makeStaging(env.DATA_DIR);
  try {
    await createFsFileStorage(staging).put(
      key,
      new File([new Uint8Array(webp)], key, { type: "image/webp" }),
    );
    const [folder = ""] = await readdir(staging);
    const files = (await readdir(join(staging, folder))).sort();
    for (const file of files) await syncPath(join(staging, folder, file));
    await mkdir(join(root, folder), { recursive: true });
    for (const file of files) await rename(join(staging, folder, file), join(root, folder, file));
    await syncPath(join(root, folder));
    await syncPath(root);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The folder of images may be new, and then it has to outlast a power cut as they do. */
function syncNow(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Removes the files written before this moment, but those under the keys to keep. It goes by names and
 * dates alone, so that one damaged file does not keep it from the others; and it leaves the folders, which
 * an upload may be about to use. Answers how many files.
 */
export async function removeFilesOlderThan(moment: number, keysToKeep: ReadonlySet<string>): Promise<number> {
  const kept = new Set([...keysToKeep].map((key) => createHash("sha256").update(key).digest("hex")));
  let removed = 0;
  for (const folder of await readdir(root)) {
    for (const name of await readdir(join(root, folder))) {
      const path = join(root, folder, name);
      if (kept.has(name.split(".", 1)[0] ?? "") || !(await isOlderThan(moment, path))) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

/** False also for a file that another sweep, beside this one, has just removed. */
async function isOlderThan(moment: number, path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < moment;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
