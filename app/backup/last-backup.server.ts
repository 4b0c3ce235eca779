// The modification time of a file in DATA_DIR records the last backup, for npm run doctor.
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pathIn = (dataDir: string): string => join(dataDir, "last-backup");

/** Logs a failure instead of throwing, because the backup is valid without this record. */
export function recordBackup(dataDir: string): void {
  try {
    writeFileSync(pathIn(dataDir), "", { flag: "a" });
    const now = new Date();
    utimesSync(pathIn(dataDir), now, now);
  } catch (error) {
    console.warn(`npm run doctor will not find this backup: ${(error as Error).message}`);
  }
}

export const readLastBackupTime = (dataDir: string): Date | null =>
  statSync(pathIn(dataDir), { throwIfNoEntry: false })?.mtime ?? null;
