// The first file in a backup says what the others are; restoring accepts these, in this order, and nothing else.
import { z } from "zod";
import { BackupError } from "#app/backup/problem.server.ts";

export const MANIFEST = "byline-backup.json";
export const DATABASE = "conference.db";
export const UPLOADS = "uploads";
export const FORMAT = 1;

/** conference.db, or a file as @remix-run/file-storage names it: no path here leads anywhere else. */
const PATH = /^(conference\.db|uploads\/([0-9a-f]{2})\/\2[0-9a-f]{62}\.(dat|meta\.json))$/;

const ManifestInput = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the site that made it; for people. */
  app: z.string(),
  /** The newest migration that the database has had. */
  schema: z.int().positive(),
  createdAt: z.iso.datetime(),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(PATH),
        size: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .refine((files) => files[0]?.path === DATABASE)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length),
  /** Images that speakers had and the site no longer did: their absence is no damage of the backup. */
  missingImages: z.array(z.string()),
});
export type Manifest = z.output<typeof ManifestInput>;
export type BackupFile = Manifest["files"][number];

/**
 * Reads a manifest.
 * @throws BackupError where it is none, or one of a newer version.
 */
export function parseManifest(bytes: Buffer, file: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged(file);
  }
  const format = z.object({ format: z.int() }).safeParse(json).data?.format ?? 0;
  if (format > FORMAT) throw newer(file);
  const parsed = ManifestInput.safeParse(json);
  if (!parsed.success) throw damaged(file);
  return parsed.data;
}

export const damaged = (file: string): BackupError =>
  new BackupError(`${file} is damaged, so nothing was restored. Use another copy of it or another backup.`);

export const foreign = (file: string): BackupError =>
  new BackupError(`${file} is not a backup made by npm run backup, so nothing was restored.`);

export const newer = (file: string): BackupError =>
  new BackupError(
    `${file} was made by a newer version of this site, so nothing was restored. Update the site, then restore.`,
  );
