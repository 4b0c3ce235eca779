// The site's files contain personal data and secrets, so only the site's user may read them.
import { chmodSync, closeSync, fsyncSync, openSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isMainThread } from "node:worker_threads";
import { log } from "#app/platform/log.server.ts";

const GROUP_AND_OTHERS = 0o077;
// Applies to every file and folder that this process creates. Its threads may not set it.
if (isMainThread) process.umask(GROUP_AND_OTHERS);

/** Removes access for group and others. Logs failures instead of throwing. */
export function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if (mode & GROUP_AND_OTHERS) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    log.warn({ path, code: codeOf(error) }, "this cannot be made private, so others may be able to read it");
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

export function fsyncPath(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}
