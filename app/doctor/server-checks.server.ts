// These checks write nothing, because the site may be running.

import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { readLastBackupTime } from "#app/backup/command.server.ts";
import { type Check, errorReason, ok, problem, warning } from "#app/doctor/check.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const FREE_BYTES = { problem: 100 * MB, warning: 1024 * MB };
const BACKUP_HOURS = 36;
const STREAM_BEHIND_MS = 60_000;
const OPEN_TIMEOUT_MS = 5_000;

export function checkDataFolder(dataDir: string, now = Date.now()): Check[] {
  const folder = checkFolder(dataDir);
  if (folder.status === "problem") return [folder];
  const path = join(dataDir, "conference.db");
  if (!existsSync(path)) {
    const none = `there is no conference.db in ${dataDir}`;
    return [folder, warning("Database", none, "Start the site once, or restore a backup.")];
  }
  return [folder, checkDatabase(path), checkBackup(dataDir, now), checkStream(dataDir, path)];
}

function checkFolder(dataDir: string): Check {
  const name = "Data folder";
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    const remedy = "Make the site's user its owner (chown), or set DATA_DIR to another folder.";
    return problem(name, `${dataDir} is not writable (${why})`, remedy);
  }
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

function checkDatabase(path: string): Check {
  const restore = "Stop the site, keep a copy of the folder, and restore the last backup.";
  try {
    const sqlite = new Database(path, { readonly: true, timeout: OPEN_TIMEOUT_MS });
    try {
      const damage = sqlite.pragma("integrity_check(1)", { simple: true });
      const orphans = sqlite.pragma("foreign_key_check") as unknown[];
      if (damage !== "ok") return problem("Database", `it is damaged: ${damage}`, restore);
      const broken = `${countText(orphans.length, "row refers", "rows refer")} to missing ones`;
      if (orphans.length > 0) return problem("Database", broken, restore);
      for (const { name, select, known, remedy } of IN_USE) {
        const used = sqlite.prepare(select).pluck().all() as string[];
        const unknown = used.filter((id) => !known.includes(id));
        if (unknown.length > 0)
          return warning(name, `the conference file has no ${unknown.join(", ")}`, remedy);
      }
      const delegates = sqlite.prepare("select count(*) from delegates").pluck().get();
      return ok("Database", `it is intact: ${countText(Number(delegates), "delegate")}`);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return problem("Database", `it cannot be read: ${errorReason(error)}`, restore);
  }
}

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
