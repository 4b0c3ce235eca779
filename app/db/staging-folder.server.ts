// Each process completes files in its own folder in DATA_DIR before it moves them into place.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";

const ABANDONED_AFTER_MS = 60 * 60_000;

const rootOf = (dataDir: string) => join(dataDir, "staging");

export function createStagingFolder(dataDir: string): string {
  const folder = join(rootOf(dataDir), `${ownerOf(process.pid)}.${randomUUID()}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes folders left by processes that have exited, or over an hour old. Safe to run concurrently. */
export function removeAbandonedStagingFolders(dataDir: string, now: number): void {
  const root = rootOf(dataDir);
  for (const name of unlessGone(() => fs.readdirSync(root)) ?? []) {
    const folder = join(root, name);
    const madeAt = unlessGone(() => fs.statSync(folder).mtimeMs) ?? now;
    const isAbandoned = hasEnded(name.split(".", 1)[0] ?? "") || madeAt < now - ABANDONED_AFTER_MS;
    if (isAbandoned) unlessGone(() => fs.rmSync(folder, { recursive: true, force: true }));
  }
}

/** Identifies a process across containers, which reuse process ids. Returns '' if unknown. */
const ownerOf = (pid: number): string =>
  unlessGone(() => {
    const [numbering] = /\d+/.exec(fs.readlinkSync("/proc/self/ns/pid")) ?? [];
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(")").at(-1)?.trim().split(" ");
    return `${numbering}-${pid}-${afterName?.[STARTED_AT]}`;
  }) ?? "";

/** Index of the process's start time (field 22 of /proc/PID/stat), counted from field 3. */
const STARTED_AT = 19;

/** Returns false for a process in another container, because this process cannot see it. */
function hasEnded(owner: string): boolean {
  const [numbering, pid] = owner.split("-");
  const isSeenFromHere = ownerOf(process.pid).startsWith(`${numbering}-`);
  return isSeenFromHere && ownerOf(Number(pid)) !== owner;
}

function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export function fsyncPath(path: string): void {
  const handle = fs.openSync(path, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
