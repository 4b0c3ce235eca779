// Files of DATA_DIR are made here before they are moved into place: each process has folders of its own.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";

/** No unfinished file is still being made after so long. */
const ABANDONED_AFTER_MS = 60 * 60_000;

const rootOf = (dataDir: string) => join(dataDir, "staging");

export function makeStaging(dataDir: string): string {
  const folder = join(rootOf(dataDir), `${ownerOf(process.pid)}.${randomUUID()}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes folders of ended processes, and of others after an hour. Several may do this at once. */
export function removeAbandonedStaging(dataDir: string, now: number): void {
  const root = rootOf(dataDir);
  for (const name of unlessGone(() => fs.readdirSync(root)) ?? []) {
    const folder = join(root, name);
    const madeAt = unlessGone(() => fs.statSync(folder).mtimeMs) ?? now;
    const isAbandoned = hasEnded(name.split(".", 1)[0] ?? "") || madeAt < now - ABANDONED_AFTER_MS;
    if (isAbandoned) unlessGone(() => fs.rmSync(folder, { recursive: true, force: true }));
  }
}

/** Names a process uniquely on this machine: containers reuse numbers. Empty where the system does not tell. */
const ownerOf = (pid: number): string =>
  unlessGone(() => {
    const [numbering] = /\d+/.exec(fs.readlinkSync("/proc/self/ns/pid")) ?? [];
    const afterName = fs.readFileSync(`/proc/${pid}/stat`, "latin1").split(")").at(-1)?.trim().split(" ");
    return `${numbering}-${pid}-${afterName?.[STARTED_AT]}`;
  }) ?? "";

/** The 22nd field of /proc/PID/stat is when the process was started; two are before its name's end. */
const STARTED_AT = 19;

/** Another container's processes cannot be seen from here. */
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

export function syncNow(path: string): void {
  const handle = fs.openSync(path, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
