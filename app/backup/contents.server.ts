// What a copy of the data holds: looked at before it is packed, and again before it is restored.
import { createHash } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import Database from "better-sqlite3";
import { hasCode } from "#app/backup/command.server.ts";
import { UPLOADS } from "#app/backup/manifest.server.ts";
import { clearTransientTables, holdWaitingMail } from "#app/db/transient-tables.server.ts";
import { IMAGE_PATH, isImageKey } from "#app/models/image/image.ts";
import { keysIn, s3StorageOf } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";

export type Counts = { delegates: number; speakers: number; sessions: number; images: number };

/** Looks through a database that nobody writes to; null where it is damaged or not one of this site. */
export function inspectDatabase(path: string) {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  try {
    if (sqlite.pragma("integrity_check", { simple: true }) !== "ok") return null;
    if ((sqlite.pragma("foreign_key_check") as unknown[]).length > 0) return null;
    const value = (sql: string) => Number(sqlite.prepare(sql).pluck().get());
    const imageUrls = sqlite
      .prepare("select distinct image_url from speakers where image_url like ?")
      .pluck()
      .all(`${IMAGE_PATH}%`) as string[];
    return {
      /** The newest migration it has had. */
      schema: value("select max(created_at) from __drizzle_migrations"),
      delegates: value("select count(*) from delegates"),
      speakers: value("select count(*) from speakers"),
      sessions: value("select count(*) from program_sessions"),
      imageUrls: imageUrls.sort(),
    };
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  } finally {
    sqlite.close();
  }
}

/**
 * The images of a folder of uploads as the site sees them: by the keys in their metadata, each with the paths
 * of its two files below the folder. What a crash left of others is left out.
 */
export async function findImages(uploads: string): Promise<Map<string, [data: string, metadata: string]>> {
  const images = new Map<string, [string, string]>();
  const names = await unlessGone(readdir(uploads, { recursive: true }));
  const there = new Set(names);
  for (const metadata of [...there].sort()) {
    const [, hash] = /^[0-9a-f]{2}\/([0-9a-f]{64})\.meta\.json$/.exec(metadata) ?? [];
    const data = metadata.replace(/meta\.json$/, "dat");
    if (!hash || !there.has(data)) continue;
    const key = keyIn(await unlessGone(readFile(join(uploads, metadata))));
    if (createHash("sha256").update(key).digest("hex") === hash) images.set(key, [data, metadata]);
  }
  return images;
}

/** Files that the site's own sweeping has just removed are as good as never seen. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | never[]> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

function keyIn(metadata: Buffer | never[]): string {
  try {
    return String(JSON.parse(metadata.toString()).key);
  } catch {
    return "";
  }
}

/** Which of the images that speakers show are not there, in the two sizes that all of them have. */
export const missingImages = (imageUrls: string[], images: ReadonlyMap<string, unknown>): string[] =>
  imageUrls.filter((url) =>
    ["", "-600"].some((suffix) => !images.has(url.slice(IMAGE_PATH.length) + suffix)),
  );

const UUID_LENGTH = 36;

/** How many images there are, whatever the number of their sizes. */
export const countImages = (images: ReadonlyMap<string, unknown>): number =>
  [...images.keys()].filter((key) => !/-\d+$/.test(key.slice(UUID_LENGTH))).length;

/** Removes logins and the like from a copy of the database, from its unused pages, too, and holds its mail. */
export function removeTransientRows(copy: string): void {
  const cleared = `${copy}.cleared`;
  const sqlite = new Database(copy, { fileMustExist: true });
  try {
    clearTransientTables(sqlite);
    holdWaitingMail(sqlite);
    // Not `vacuum`, which makes a copy in a folder for temporary files, where there may be no room.
    sqlite.prepare("vacuum into ?").run(cleared);
  } finally {
    sqlite.close();
  }
  renameSync(cleared, copy);
}

// Images in a bucket (IMAGE_STORE=s3): brought into a backup as if they were in DATA_DIR, and back to where they belong.

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
