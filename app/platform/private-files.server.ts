// What lasts is names and addresses of people, and what signs their logins: for the site's own user alone.
import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { log } from "#app/platform/log.server.ts";

const OTHERS = 0o077;

/**
 * Takes a file or folder from the group and from everybody else, whoever made it and when. What is not there is
 * left alone. Where it belongs to another user it cannot be taken, and the log says so.
 */
export function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if (mode & OTHERS) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    log.warn({ path, code: codeOf(error) }, "others may read this: it cannot be made private");
  }
}

/**
 * Makes an empty file that nobody else can open, for somebody else to fill. One that is there is not even opened:
 * closing it again would end SQLite's locks on it.
 */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // Whoever fills it says better what is wrong.
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Waits until a file or a folder is on the disk itself. */
export async function syncPath(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
