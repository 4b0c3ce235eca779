// Stores uploaded images in DATA_DIR. Each file is either complete or absent.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import { fsyncPath, makePrivate, syncPath } from "#app/platform/private-files.server.ts";

export function createDiskStore(dataDir: string) {
  const root = join(dataDir, "uploads");
  // Files are completed here. removeOlderThan also removes what a crash has left.
  const stagingRoot = join(root, "staging");
  mkdirSync(stagingRoot, { recursive: true });
  const storage = createFsFileStorage(root);
  makePrivate(root);
  // A new folder must survive a power cut, like the images in it.
  fsyncPath(dataDir);

  return {
    async get(key: string): Promise<File | null> {
      try {
        return (await storage.get(key)) as File | null;
      } catch (error) {
        // An image without readable metadata counts as missing.
        if (error instanceof SyntaxError) return null;
        throw error;
      }
    },

    /** Resolves when the file is on disk. Moves the metadata last, because the storage finds only files with metadata. */
    async put(key: string, file: File): Promise<void> {
      const staging = await mkdtemp(join(stagingRoot, "image-"));
      try {
        await createFsFileStorage(staging).put(key, file);
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
    },

    /** Checks only names and dates, so damaged files cause no error. Keeps empty folders. */
    async removeOlderThan(moment: number, keysToKeep: ReadonlySet<string>): Promise<number> {
      const kept = new Set([...keysToKeep].map((key) => createHash("sha256").update(key).digest("hex")));
      let removed = 0;
      for (const folder of await readdir(root)) {
        for (const name of await readdir(join(root, folder))) {
          const path = join(root, folder, name);
          if (kept.has(name.split(".", 1)[0] ?? "") || !(await isOlderThan(moment, path))) continue;
          await rm(path, { recursive: true, force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

async function isOlderThan(moment: number, path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < moment;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
