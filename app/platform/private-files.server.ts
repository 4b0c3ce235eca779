// Files of the site have personal data and secrets: only its own user may read them.
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { log } from "#app/platform/log.server.ts";

const OTHERS = 0o077;

/** Takes a file or folder from the group and all others; the log says where that cannot be done. */
export function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if (mode & OTHERS) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    log.warn({ path, code: codeOf(error) }, "others may read this: it cannot be made private");
  }
}

/** Makes an empty private file. One that is there stays closed: SQLite's locks on it would end. */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The program that fills it reports what is wrong.
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}
