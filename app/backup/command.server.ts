import { mkdtempSync, rmSync } from "node:fs";

/** The operator sees the message as it is. */
export class BackupError extends Error {}

export const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Runs a command. On failure, prints an error message and sets exit status 1. */
export async function runCommand(outcome: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof BackupError ? message : `${outcome}: ${message}`);
    process.exitCode = 1;
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Passes `work` a private temporary folder. Removes the folder afterwards, even on Ctrl+C. */
export async function withTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>) {
  const folder = mkdtempSync(prefix);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stop = () => {
    remove();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    remove();
  }
}

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
