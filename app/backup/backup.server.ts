import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Database from "better-sqlite3";
import { BackupError, hasErrorCode, withTemporaryFolder } from "#app/backup/command.server.ts";
import {
  findImages,
  getImageFolder,
  imageFacts,
  inspectDatabase,
  removeTransientRows,
} from "#app/backup/contents.server.ts";
import {
  createTarHeader,
  createTarPadding,
  DATABASE_FILE,
  FORMAT_VERSION,
  MANIFEST_FILE,
  type Manifest,
  type ManifestEntry,
  TAR_END,
  UPLOADS_FOLDER,
} from "#app/backup/manifest.server.ts";
import { syncPath } from "#app/platform/private-files.server.ts";

const ATTEMPTS = 10;
const OPEN_TIMEOUT_MS = 5_000;

class RemovedError extends Error {}

/**
 * Writes the database and images to one new file, even while the site runs.
 * @throws BackupError with a message that explains why nothing was written.
 */
export async function createBackup(dataDir: string, file: string) {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database))
    throw new BackupError(`There is nothing to back up: DATA_DIR (${dataDir}) has no ${DATABASE_FILE}.`);
  refuseExisting(file);
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError(`There is no folder ${dirname(file)}. Create it, then try again.`);
  return withTemporaryFolder(`${file}.partial-`, async (folder) => {
    const partial = join(folder, basename(file));
    const packed = await packUnchanged(dataDir, folder, partial);
    refuseExisting(file);
    await rename(partial, file);
    await syncPath(dirname(file));
    return { ...packed, size: (await stat(file)).size };
  });
}

/** Completes the file in `dataDir` first, because a retry cannot take back what is streamed. */
export async function streamBackup(dataDir: string, output: Writable) {
  return withTemporaryFolder(join(dataDir, "backup-"), async (folder) => {
    const file = join(folder, "backup.tar");
    const made = await createBackup(dataDir, file);
    await pipeline(createReadStream(file), output, { end: false });
    return made;
  });
}

function refuseExisting(file: string): void {
  if (!existsSync(file)) return;
  throw new BackupError(
    `${file} already exists, and a backup never overwrites anything. Choose another name.`,
  );
}

/** If an image is missing, retries: the site may just have deleted it with its speaker. */
async function packUnchanged(dataDir: string, folder: string, target: string) {
  let missing = new Set<string>();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshot = join(folder, `${attempt}.db`);
    takeSnapshot(join(dataDir, DATABASE_FILE), snapshot);
    const packed = await pack(snapshot, await getImageFolder(dataDir, folder), target);
    await rm(snapshot);
    if (packed?.missingImages.every((url) => missing.has(url))) return packed;
    missing = new Set(packed?.missingImages);
  }
  throw new BackupError("No backup was made, because images were being removed at the same time. Try again.");
}

/** Copies the database without deleted data, login sessions or other transient rows. */
function takeSnapshot(database: string, snapshot: string): void {
  const sqlite = new Database(database, { readonly: true, fileMustExist: true, timeout: OPEN_TIMEOUT_MS });
  try {
    sqlite.prepare("vacuum into ?").run(snapshot);
    removeTransientRows(snapshot);
  } catch (error) {
    throw hasErrorCode(error, "SQLITE_CORRUPT", "SQLITE_NOTADB") ? unusable() : error;
  } finally {
    sqlite.close();
  }
}

const unusable = () =>
  new BackupError(`No backup was made: ${DATABASE_FILE} is damaged or not a database of this site.`);

/** Returns null if an image was deleted while it was being copied. */
async function pack(snapshot: string, uploads: string, target: string) {
  const contents = inspectDatabase(snapshot);
  if (!contents) throw unusable();
  const { imageUrls, schema: _, ...rows } = contents;
  const images = await findImages(uploads);
  const sources = new Map([[DATABASE_FILE, snapshot]]);
  for (const path of [...images.values()].flat())
    sources.set(`${UPLOADS_FOLDER}/${path}`, join(uploads, path));
  try {
    const files: ManifestEntry[] = [];
    for (const [path, source] of sources) files.push({ path, ...(await measure(source)) });
    const manifest: Manifest = {
      format: FORMAT_VERSION,
      createdAt: new Date().toISOString(),
      files,
    };
    await writeArchive(target, manifest, sources);
    return { ...rows, ...imageFacts(imageUrls, images) };
  } catch (error) {
    if (error instanceof RemovedError) return null;
    throw error;
  }
}

async function measure(source: string, each: (chunk: Buffer) => unknown = () => {}) {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of createReadStream(source)) {
      hash.update(chunk);
      size += chunk.length;
      await each(chunk);
    }
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) throw new RemovedError();
    throw error;
  }
  return { size, sha256: hash.digest("hex") };
}

/** Resolves when the whole archive is on disk. */
async function writeArchive(target: string, manifest: Manifest, sources: Map<string, string>) {
  const time = Math.floor(Date.parse(manifest.createdAt) / 1000);
  const json = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await using archive = await open(target, "w");
  const write = (bytes: Buffer) => archive.appendFile(bytes);
  await write(
    Buffer.concat([createTarHeader(MANIFEST_FILE, json.length, time), json, createTarPadding(json.length)]),
  );
  for (const { path, size, sha256 } of manifest.files) {
    await write(createTarHeader(path, size, time));
    const written = await measure(sources.get(path) ?? path, write);
    if (written.sha256 !== sha256)
      throw new BackupError(`No backup was made: ${path} changed while it was being read.`);
    await write(createTarPadding(size));
  }
  await write(TAR_END);
  await archive.sync();
}
