// A backup is a tar file. Its first entry, the manifest, lists all other entries in order.
import { z } from "zod";
import { BackupError } from "#app/backup/command.server.ts";

export const MANIFEST_FILE = "byline-backup.json";
export const DATABASE_FILE = "conference.db";
export const UPLOADS_FOLDER = "uploads";
export const FORMAT_VERSION = 1;

/** Allows only conference.db and @remix-run/file-storage names, so no path leaves the folder. */
const PATH = /^(conference\.db|uploads\/([0-9a-f]{2})\/\2[0-9a-f]{62}\.(dat|meta\.json))$/;

const ManifestInput = z.object({
  format: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(PATH),
        size: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .refine((files) => files[0]?.path === DATABASE_FILE)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length),
});
export type Manifest = z.output<typeof ManifestInput>;
export type ManifestEntry = Manifest["files"][number];

/** @throws BackupError if `bytes` is not a manifest or comes from a newer version. */
export function parseManifest(bytes: Buffer, file: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damagedFileError(file);
  }
  const format = z.object({ format: z.int() }).safeParse(json).data?.format ?? 0;
  if (format > FORMAT_VERSION) throw newerVersionError(file);
  const parsed = ManifestInput.safeParse(json);
  if (!parsed.success) throw damagedFileError(file);
  return parsed.data;
}

export const damagedFileError = (file: string): BackupError =>
  new BackupError(`${file} is damaged, so nothing was restored. Use another copy of it or another backup.`);

export const notABackupError = (file: string): BackupError =>
  new BackupError(`${file} is not a backup made by npm run backup, so nothing was restored.`);

export const newerVersionError = (file: string): BackupError =>
  new BackupError(
    `${file} was made by a newer version of this site, so nothing was restored. Update the site, then restore.`,
  );

// The archive has the POSIX ustar format. Each header must equal the output of createTarHeader, so
// an archive with links is refused.

const BLOCK = 512;
/** The largest number with eleven octal digits: just below 8 GiB. */
const FILE_LIMIT_BYTES = 8 ** 11 - 1;
const NAME_LIMIT_BYTES = 100;
const SIZE_FIELD = [124, 136] as const;
const TIME_FIELD = [136, 148] as const;

/** `time` is in seconds since 1970. */
export function createTarHeader(path: string, size: number, time: number): Buffer {
  if (Buffer.byteLength(path) > NAME_LIMIT_BYTES || size > FILE_LIMIT_BYTES) {
    throw new RangeError(`${path} (${size} bytes) is too large for a backup`);
  }
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(time, 11), 100);
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  return header;
}

export const TAR_HEADER_BYTES = BLOCK;

export function readTarHeader(header: Buffer, path: string): { size: number; time: number } | null {
  const [size = 0, time = 0] = [SIZE_FIELD, TIME_FIELD].map(([from, to]) => {
    const digits = header.toString("latin1", from, to - 1);
    return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : -1;
  });
  if (size < 0 || time < 0 || !createTarHeader(path, size, time).equals(header)) return null;
  return { size, time };
}

export const createTarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const TAR_END = Buffer.alloc(2 * BLOCK);

export const tarSize = (sizes: number[]): number =>
  sizes.reduce((total, size) => total + BLOCK + size + createTarPadding(size).length, TAR_END.length);
