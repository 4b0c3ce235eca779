// Every write of this process goes through here, one transaction at a time.
import type { Database } from "better-sqlite3";

/** Nothing was written, because too much is waiting or somebody else holds the database. Try again soon. */
export class OverloadedError extends Error {}

/** About as many as a small server commits in two seconds; who comes later is told so at once. */
const LIMIT = 2_000;
/** How long a write waits for another process (a backup tool, a shell) to let go of the database. */
const TIMEOUT_MS = 5_000;
const TRY_AGAIN_MS = 20;

type Job = {
  statements: () => unknown;
  /** It changes thousands of rows one by one: in a savepoint each of them would take longer than the one before. */
  isAlone: boolean;
  deadline: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes the queue of a database handle. `write` runs its statements within a transaction and answers
 * when that is on disk. Writes that come within one turn of the event loop share a transaction, each in
 * a savepoint of its own, so that one that fails takes nothing from the others. Waiting for a lock does
 * not hold up reading.
 */
export function createWriteQueue(sqlite: Database) {
  const begin = sqlite.prepare("begin immediate");
  const commit = sqlite.prepare("commit");
  const mark = sqlite.prepare("savepoint job");
  const release = sqlite.prepare("release job");
  const undo = sqlite.prepare("rollback to job");
  let waiting: Job[] = [];
  let isScheduled = false;
  let whenEmpty: (() => void) | null = null;

  function write<T>(statements: () => T, { isAlone = false } = {}): Promise<T> {
    if (waiting.length >= LIMIT) {
      return Promise.reject(new OverloadedError("Too many writes are waiting"));
    }
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        statements,
        isAlone,
        deadline: performance.now() + TIMEOUT_MS,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      schedule(setImmediate);
    });
  }

  function schedule(when: (run: () => void) => unknown): void {
    if (isScheduled) return;
    isScheduled = true;
    when(() => {
      isScheduled = false;
      flush();
      if (waiting.length === 0) whenEmpty?.();
    });
  }

  function flush(): void {
    const first = waiting.findIndex(({ isAlone }) => isAlone);
    const group = waiting.splice(0, first === -1 ? waiting.length : Math.max(first, 1));
    if (waiting.length > 0) schedule(setImmediate);
    let settle: (() => void)[];
    try {
      begin.run();
      settle = group.map(group.length === 1 ? runAlone : runOne);
      commit.run();
    } catch (error) {
      if (sqlite.inTransaction) sqlite.exec("rollback");
      if (isLocked(error)) waitForLock(group, error);
      else for (const job of group) job.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  /** Where it fails, all of the transaction goes. */
  function runAlone({ statements, resolve }: Job): () => void {
    const value = statements();
    return () => resolve(value);
  }

  /** Runs one job of several; returns a function that tells its caller once everything is on disk. */
  function runOne(job: Job): () => void {
    mark.run();
    try {
      const value = job.statements();
      release.run();
      return () => job.resolve(value);
    } catch (error) {
      // A full or failing disk has undone the whole transaction: then nobody's write is there.
      if (!sqlite.inTransaction) throw error;
      undo.run();
      release.run();
      return () => job.reject(error);
    }
  }

  function waitForLock(group: Job[], cause: unknown): void {
    const now = performance.now();
    waiting = [...group.filter((job) => job.deadline > now), ...waiting];
    for (const job of group) {
      if (job.deadline <= now) job.reject(new OverloadedError("The database is locked", { cause }));
    }
    if (waiting.length > 0) schedule((run) => setTimeout(run, TRY_AGAIN_MS));
  }

  /** Resolves when nothing is waiting. */
  function drained(): Promise<void> {
    if (waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      whenEmpty = resolve;
    });
  }

  return { write, drained };
}

/** Whether it is somebody else who holds the database. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
