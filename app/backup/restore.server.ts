// A restore unpacks and checks everything in a folder inside DATA_DIR before moving it into place.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { BackupError, hasErrorCode, withTemporaryFolder } from "#app/backup/command.server.ts";
import { findImages, imageFacts, inspectDatabase, moveImagesToStore } from "#app/backup/contents.server.ts";
import {
  createTarHeader,
  createTarPadding,
  DATABASE_FILE,
  damagedFileError,
  MANIFEST_FILE,
  type Manifest,
  type ManifestEntry,
  newerVersionError,
  notABackupError,
  parseManifest,
  readTarHeader,
  TAR_END,
  TAR_HEADER_BYTES,
  tarSize,
  UPLOADS_FOLDER,
} from "#app/backup/manifest.server.ts";
import { syncPath } from "#app/platform/private-files.server.ts";

const STAGING = "restoring-";
const MANIFEST_LIMIT_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Restores a backup made by this version or an older one. On failure, leaves `dataDir` unchanged.
 * @throws BackupError if `file` is not a complete backup or `dataDir` is not empty.
 */
export async function restoreBackup(dataDir: string, file: string) {
  refuseUnlessEmpty(dataDir, file);
  return await unpackInto(dataDir, file, async (staging) => {
    refuseUnlessEmpty(dataDir, file);
    await moveImagesToStore(join(staging, UPLOADS_FOLDER));
    await moveIntoPlace(staging, dataDir);
  });
}

/**
 * Unpacks a backup beside the data, as a restore does, checks it, and removes the copy.
 * @throws BackupError if a restore would refuse the file.
 */
export const checkBackup = (dataDir: string, file: string) => unpackInto(dataDir, file, async () => {});

/** Permits a secret, the backup itself and the remains of an interrupted restore in the folder. */
function refuseUnlessEmpty(dataDir: string, file: string): void {
  const isOwn = (name: string) =>
    ["secret", "lost+found"].includes(name) || name.startsWith(STAGING) || join(dataDir, name) === file;
  const others = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !isOwn(name)) : [];
  if (others.length === 0) return;
  throw new BackupError(
    `DATA_DIR (${dataDir}) is not empty, so nothing was restored: it contains ${others.slice(0, 5).join(", ")}. Stop the site and move these away, or set DATA_DIR to a new folder; then try again.`,
  );
}

async function openBackup(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) throw new BackupError(`There is no file ${file}.`);
    throw error;
  }
}

/** Also checks the file's length against the manifest. */
async function readManifest(archive: FileHandle, file: string): Promise<Manifest> {
  const stats = await archive.stat();
  if (!stats.isFile()) throw notABackupError(file);
  const head = await read(archive, TAR_HEADER_BYTES);
  const header = readTarHeader(head, MANIFEST_FILE);
  if (!header)
    throw head.toString("latin1").startsWith(MANIFEST_FILE) ? damagedFileError(file) : notABackupError(file);
  if (header.size > Math.min(stats.size, MANIFEST_LIMIT_BYTES)) throw damagedFileError(file);
  const manifest = parseManifest(await read(archive, header.size), file);
  await expectBytes(archive, createTarPadding(header.size), file);
  if (stats.size !== tarSize([header.size, ...manifest.files.map(({ size }) => size)]))
    throw damagedFileError(file);
  return manifest;
}

async function unpackInto(dataDir: string, file: string, use: (staging: string) => Promise<void>) {
  await using archive = await openBackup(file);
  const manifest = await readManifest(archive, file);
  const made = mkdirSync(dataDir, { recursive: true });
  try {
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith(STAGING)) rmSync(join(dataDir, name), { recursive: true });
    }
    return await withTemporaryFolder(join(dataDir, STAGING), async (staging) => {
      await unpack(archive, manifest, staging, file);
      const contents = await readContents(staging, file);
      await syncPath(join(staging, DATABASE_FILE));
      await use(staging);
      if (made) await syncPath(dirname(dataDir));
      return { ...contents, createdAt: manifest.createdAt };
    });
  } finally {
    if (made && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
}

async function unpack(archive: FileHandle, manifest: Manifest, folder: string, file: string): Promise<void> {
  const time = Math.floor(Date.parse(manifest.createdAt) / 1000);
  await mkdir(join(folder, UPLOADS_FOLDER));
  for (const entry of manifest.files) {
    await expectBytes(archive, createTarHeader(entry.path, entry.size, time), file);
    await unpackFile(archive, entry, join(folder, entry.path), file);
    await expectBytes(archive, createTarPadding(entry.size), file);
  }
  await expectBytes(archive, TAR_END, file);
}

async function unpackFile(archive: FileHandle, entry: ManifestEntry, target: string, file: string) {
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash("sha256");
  await using output = await open(target, "wx", 0o600);
  for (let left = entry.size; left > 0; ) {
    const chunk = await read(archive, Math.min(left, CHUNK_BYTES));
    if (chunk.length === 0) throw damagedFileError(file);
    hash.update(chunk);
    await output.appendFile(chunk);
    left -= chunk.length;
  }
  await output.sync();
  if (hash.digest("hex") !== entry.sha256) throw damagedFileError(file);
}

async function expectBytes(archive: FileHandle, expected: Buffer, file: string): Promise<void> {
  if (!(await read(archive, expected.length)).equals(expected)) throw damagedFileError(file);
}

/** Returns fewer than `length` bytes if the file ends first. */
async function read(archive: FileHandle, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await archive.read({ buffer: Buffer.alloc(length) });
  return buffer.subarray(0, bytesRead);
}

async function readContents(folder: string, file: string) {
  const contents = inspectDatabase(join(folder, DATABASE_FILE));
  if (!contents) throw damagedFileError(file);
  const { schema, imageUrls, ...rows } = contents;
  const known = readMigrationFiles({ migrationsFolder: "drizzle" });
  if (!known.some(({ folderMillis }) => folderMillis === schema)) throw newerVersionError(file);
  const images = await findImages(join(folder, UPLOADS_FOLDER));
  return { ...rows, ...imageFacts(imageUrls, images) };
}

/** Moves the database last: its presence marks a complete restore. */
async function moveIntoPlace(staging: string, dataDir: string): Promise<void> {
  const uploads = join(staging, UPLOADS_FOLDER);
  for (const folder of await readdir(uploads)) await syncPath(join(uploads, folder));
  await syncPath(uploads);
  for (const name of [UPLOADS_FOLDER, DATABASE_FILE]) renameSync(join(staging, name), join(dataDir, name));
  await syncPath(dataDir);
}
