// Where files of DATA_DIR are made before they are moved into place: each process works in folders of its own.
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Nothing that somebody is still at stays unfinished for so long. */
const ABANDONED_AFTER_MS = 60 * 60_000;

const rootOf = (dataDir: string) => join(dataDir, "staging");

/** A new folder, which its maker removes. */
export function makeStaging(dataDir: string): string {
  const folder = join(rootOf(dataDir), `${ownerOf(process.pid)}.${randomUUID()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Removes what processes that were killed have left: the folders of those that are known not to run any more,
 * and of others what is more than an hour old. Several may do this at once: what is gone meanwhile, or cannot be
 * removed now, is left to the next time.
 */
export function removeAbandonedStaging(dataDir: string, now: number): void {
  const root = rootOf(dataDir);
  for (const name of unlessGone(() => readdirSync(root)) ?? []) {
    const folder = join(root, name);
    const madeAt = unlessGone(() => statSync(folder).mtimeMs) ?? now;
    const isAbandoned = hasEnded(name.split(".", 1)[0] ?? "") || madeAt < now - ABANDONED_AFTER_MS;
    if (isAbandoned) unlessGone(() => rmSync(folder, { recursive: true, force: true }));
  }
}

/**
 * Names a process among all that have run on this machine: containers number theirs each for itself, and numbers
 * are used again. Empty where the system does not tell, or where there is no such process.
 */
const ownerOf = (pid: number): string =>
  unlessGone(() => {
    const [numbering] = /\d+/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
    const afterName = readFileSync(`/proc/${pid}/stat`, "latin1").split(")").at(-1)?.trim().split(" ");
    return `${numbering}-${pid}-${afterName?.[STARTED_AT]}`;
  }) ?? "";

/** The 22nd field of /proc/PID/stat is when the process was started; two are before its name's end. */
const STARTED_AT = 19;

/** Whether this was a process that could be seen from here, and cannot any more. */
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
