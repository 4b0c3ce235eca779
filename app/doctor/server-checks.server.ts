// These checks write nothing, because the site may be running.

import { accessSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { readLastBackupTime } from "#app/backup/command.server.ts";
import { dateInWords } from "#app/conference/date-text.ts";
import { DELETION_DAY, isDeletionNear } from "#app/conference/day.server.ts";
import { type Check, errorReason, ok, problem, warning } from "#app/doctor/check.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const FREE_BYTES = { problem: 100 * MB, warning: 1024 * MB };
const BACKUP_HOURS = 36;
const STREAM_BEHIND_MS = 60_000;
const OPEN_TIMEOUT_MS = 5_000;

/** As root, takes the rights of the folder's owner, because root can read and write everything. */
export function takeRightsOfOwner(dataDir: string): Check[] {
  const owner = process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false }) : undefined;
  if (!owner?.uid) return [];
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  return [];
}

export function checkDataFolder(dataDir: string, now = Date.now()): Check[] {
  const folder = [checkFolder(dataDir), checkSecret(dataDir), ...checkUploads(dataDir)];
  // SQLite cannot open a database in such a folder.
  if (folder[0]?.status === "problem") return folder.filter(({ status }) => status === "problem");
  const path = join(dataDir, "conference.db");
  if (!existsSync(path)) {
    const none = `there is no conference.db in ${dataDir}`;
    return [...folder, warning("Database", none, "Start the site once, or restore a backup.")];
  }
  return [...folder, ...checkDatabase(path, now), checkBackup(dataDir, now), checkStream(dataDir, path)];
}

const { R_OK, W_OK, X_OK } = constants;

/** Returns a problem with the first of these files and folders that this user cannot access, or null. */
function checkAccess(name: string, mode: number, paths: string[]): Check | null {
  for (const path of paths) {
    try {
      accessSync(path, mode);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const remedy =
        code === "EROFS"
          ? "Mount its disk writable. If it became read-only by itself, look for disk errors first."
          : "Make the site's user its owner (chown -R), or set DATA_DIR to another folder.";
      return problem(name, `${path} is not ${mode & W_OK ? "writable" : "readable"} (${code})`, remedy);
    }
  }
  return null;
}

function checkUploads(dataDir: string): Check[] {
  const uploads = join(dataDir, "uploads");
  if (env.s3 || !existsSync(uploads)) return [];
  const inside = () => readdirSync(uploads).map((each) => join(uploads, each));
  const unusable =
    checkAccess("Images", R_OK | W_OK | X_OK, [uploads]) ?? checkAccess("Images", R_OK | W_OK, inside());
  return [unusable ?? ok("Images", `${uploads} is writable`)];
}

/** Never creates the secret: only the site's user may. */
export function checkSecret(dataDir: string): Check {
  const name = "Secret";
  if (env.SESSION_SECRET) return ok(name, "SESSION_SECRET is set");
  const path = join(dataDir, "secret");
  if (!existsSync(path)) return warning(name, `there is no ${path}`, "Start the site once: it creates one.");
  return checkAccess(name, R_OK, [path]) ?? ok(name, `${path} is readable`);
}

function checkFolder(dataDir: string): Check {
  const name = "Data folder";
  const unusable = checkAccess(name, R_OK | W_OK | X_OK, [dataDir]);
  if (unusable) return unusable;
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const found = `${dataDir} is writable; ${numberText(Math.round(free / MB))} MB free`;
  const remedy = "Free some space on that disk, starting with old backups and logs.";
  if (free < FREE_BYTES.problem) return problem(name, found, remedy);
  return free < FREE_BYTES.warning ? warning(name, found, remedy) : ok(name, found);
}

/** Queries for ids in use. Without a name in the conference file, the site shows the id itself. */
const IN_USE = [
  {
    name: "Tracks",
    select: `select track from program_sessions where track is not null
      union select category from speakers where category <> ''
      union select favored_stream from delegates where favored_stream is not null`,
    known: TRACKS,
    remedy:
      "Add these tracks to CONFERENCE_FILE, or choose others for their speakers, sessions and delegates in the panel.",
  },
  {
    name: "Passes",
    select: "select distinct registration_type from delegates",
    known: [...REGISTRATION_TYPES, SPEAKER_PASS],
    remedy: "Add these passes to CONFERENCE_FILE, or choose others for their delegates in the panel.",
  },
];

/** Warns in the same two weeks as the dashboard. */
function checkDeletion(delegates: string, now: number): Check[] {
  if (DELETION_DAY === null) return [];
  const found = `${delegates} will be deleted on ${dateInWords(DELETION_DAY)}`;
  const remedy =
    "The dashboard announces it for at least a week. To stop it, change or remove deleteAfterDays in the conference file, and restart the site.";
  return [isDeletionNear(new Date(now)) ? warning("Deletion", found, remedy) : ok("Deletion", found)];
}

function checkDatabase(path: string, now: number): Check[] {
  const restore = "Stop the site, keep a copy of the folder, and restore the last backup.";
  try {
    const file = existsSync(`${path}-wal`) ? path : readClosedDatabase(path);
    const sqlite = new Database(file, { readonly: true, timeout: OPEN_TIMEOUT_MS });
    try {
      const damage = sqlite.pragma("integrity_check(1)", { simple: true });
      const orphans = sqlite.pragma("foreign_key_check") as unknown[];
      if (damage !== "ok") return [problem("Database", `it is damaged: ${damage}`, restore)];
      const broken = `${countText(orphans.length, "row refers", "rows refer")} to missing ones`;
      if (orphans.length > 0) return [problem("Database", broken, restore)];
      const count = Number(sqlite.prepare("select count(*) from delegates").pluck().get());
      const delegates = countText(count, "delegate");
      const deletion = count === 0 ? [] : checkDeletion(delegates, now);
      for (const { name, select, known, remedy } of IN_USE) {
        const used = sqlite.prepare(select).pluck().all() as string[];
        const unknown = used.filter((id) => !known.includes(id));
        if (unknown.length > 0)
          return [warning(name, `the conference file has no ${unknown.join(", ")}`, remedy), ...deletion];
      }
      return [ok("Database", `it is intact: ${delegates}`), ...deletion];
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return [problem("Database", `it cannot be read: ${errorReason(error)}`, restore)];
  }
}

/** Reads a database that no process uses into memory, because SQLite would leave a log beside the file. */
const readClosedDatabase = (path: string): Buffer =>
  // SQLite opens no database in memory whose header asks for a log: bytes 18 and 19 are 2 instead of 1.
  readFileSync(path).fill(1, 18, 20);

const modifiedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function checkBackup(dataDir: string, now: number): Check {
  const remedy = "Back up every night, and keep the files on another server: npm run backup -- FILE.";
  const last = readLastBackupTime(dataDir);
  if (last === null) return warning("Backup", "no backup found", remedy);
  const hours = Math.round((now - last.getTime()) / HOUR_MS);
  const found = `the last one was made ${countText(hours, "hour")} ago`;
  return hours > BACKUP_HOURS ? warning("Backup", found, remedy) : ok("Backup", found);
}

/** While Litestream keeps up, its files next to the database are as new as the write-ahead log. */
function checkStream(dataDir: string, path: string): Check {
  const folder = join(dataDir, ".conference.db-litestream");
  if (!existsSync(folder)) return ok("Litestream", "not in use");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const newest = Math.max(0, ...names.map((name) => modifiedMs(join(folder, name))));
  const behindMs = modifiedMs(`${path}-wal`) - newest;
  if (behindMs <= STREAM_BEHIND_MS) return ok("Litestream", "it keeps up with the database");
  return problem(
    "Litestream",
    `the database has changed, but nothing was copied for ${Math.round(behindMs / 60_000)} minutes`,
    "Check that Litestream is running, and read its log: docker compose --profile litestream logs litestream.",
  );
}
