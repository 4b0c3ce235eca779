// When the last backup was made, for npm run doctor: a file in DATA_DIR whose date says it.
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pathIn = (dataDir: string): string => join(dataDir, "last-backup");

/** Notes that a backup has just been made. The backup is good without it: where it cannot be noted, that is all. */
export function noteBackup(dataDir: string): void {
  try {
    writeFileSync(pathIn(dataDir), "", { mode: 0o600, flag: "a" });
    const now = new Date();
    utimesSync(pathIn(dataDir), now, now);
  } catch (error) {
    console.warn(`npm run doctor will not know of this backup: ${(error as Error).message}`);
  }
}

/** When it was, or null. */
export const lastBackupIn = (dataDir: string): Date | null =>
  statSync(pathIn(dataDir), { throwIfNoEntry: false })?.mtime ?? null;
