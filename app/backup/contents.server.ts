import { createHash } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import Database from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import { hasErrorCode } from "#app/backup/command.server.ts";
import { UPLOADS_FOLDER } from "#app/backup/manifest.server.ts";
import { drafts, loginLinks, loginSessions, pendingScrubs } from "#app/db/schema.server.ts";
import { IMAGE_PATH, isImageKey } from "#app/models/image/image.ts";
import { createS3Storage, listKeys } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Returns null if the file is damaged or not from this site. Nothing else may be writing to it. */
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

/** Maps each image's key to its files in `uploads`. Ignores files left behind by a crash. */
export async function findImages(uploads: string): Promise<Map<string, [data: string, metadata: string]>> {
  const images = new Map<string, [string, string]>();
  const there = new Set(await unlessGone(readdir(uploads, { recursive: true })));
  for (const metadata of [...there].sort()) {
    const [, hash] = /^[0-9a-f]{2}\/([0-9a-f]{64})\.meta\.json$/.exec(metadata) ?? [];
    const data = metadata.replace(/meta\.json$/, "dat");
    if (!hash || !there.has(data)) continue;
    const key = keyIn(await unlessGone(readFile(join(uploads, metadata))));
    if (createHash("sha256").update(key).digest("hex") === hash) images.set(key, [data, metadata]);
  }
  return images;
}

/** Returns an empty list if the site has just removed the file. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | never[]> {
  try {
    return await reading;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return [];
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

const UUID_LENGTH = 36;

/** Counts each image once, however many sizes are stored. It is missing if one of its sizes is. */
export const imageFacts = (imageUrls: string[], images: ReadonlyMap<string, unknown>) => ({
  images: [...images.keys()].filter((key) => !/-\d+$/.test(key.slice(UUID_LENGTH))).length,
  missingImages: imageUrls.filter((url) =>
    ["", "-600"].some((suffix) => !images.has(url.slice(IMAGE_PATH.length) + suffix)),
  ),
});

/** Login sessions, login links, drafts, form ids and undo data, which belong to the running site. */
const CLEARING = [
  ...[loginSessions, loginLinks, drafts, pendingScrubs].map((table) => `delete from ${getTableName(table)}`),
  "update changesets set form_id = null, result = null, undo_until = null where coalesce(form_id, result, undo_until) is not null",
  "update changes set before = null where kind = 'delete' and before is not null",
];
/** Holds the mail that a copy would send. Organisers decide what happens to it. */
const HOLDING = [
  "update outbox set state = 'restored' where state in ('waiting', 'sending')",
  "update messages set state = 'taken back' where state = 'promised'",
];

/** Makes a copy of the database log no one in and send no mail. Returns how many rows it cleared. */
export function prepareCopy(sqlite: Database.Database): number {
  sqlite.pragma("secure_delete = ON");
  const count = (statements: string[]) =>
    statements.reduce((rows, statement) => rows + sqlite.prepare(statement).run().changes, 0);
  return sqlite.transaction(() => {
    count(HOLDING);
    return count(CLEARING);
  })();
}

/** Prepares a snapshot, and removes the cleared rows even from its free pages. */
export function removeTransientRows(copy: string): void {
  const cleared = `${copy}.cleared`;
  const sqlite = new Database(copy, { fileMustExist: true });
  try {
    prepareCopy(sqlite);
    // Plain `vacuum` would use the system's temporary folder, which may be too small.
    sqlite.prepare("vacuum into ?").run(cleared);
  } finally {
    sqlite.close();
  }
  renameSync(cleared, copy);
}

/** Returns the image folder in `dataDir`. With IMAGE_STORE=s3, copies the bucket to `folder`. */
export async function getImageFolder(dataDir: string, folder: string): Promise<string> {
  if (!env.s3) return join(dataDir, UPLOADS_FOLDER);
  const copy = join(folder, UPLOADS_FOLDER);
  await rm(copy, { recursive: true, force: true });
  mkdirSync(copy);
  const there = createS3Storage(env.s3);
  const here = createFsFileStorage(copy);
  for await (const key of listKeys(there)) {
    const file = isImageKey(key) ? await there.get(key) : null;
    if (file) await here.set(key, file as File);
  }
  return copy;
}

export async function moveImagesToStore(uploads: string): Promise<void> {
  if (!env.s3) return;
  const here = createFsFileStorage(uploads);
  const there = createS3Storage(env.s3);
  for (const key of (await findImages(uploads)).keys()) {
    const file = await here.get(key);
    if (file) await there.set(key, file as File);
  }
  await rm(uploads, { recursive: true });
  mkdirSync(uploads);
}
