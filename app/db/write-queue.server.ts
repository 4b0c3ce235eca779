// Runs every write of this process, one transaction at a time.
import type { Database } from "better-sqlite3";

/** Thrown before any write, if the queue is full or another process has locked the database. */
export class OverloadedError extends Error {}

/** Number of writes that a small server commits in about two seconds. */
const LIMIT = 2_000;
/** Longest wait for another process, such as a backup tool or a shell. */
const TIMEOUT_MS = 5_000;
const TRY_AGAIN_MS = 20;

type Job = {
  statements: () => unknown;
  /** True for changes to thousands of rows, because each row in a savepoint slows down the next. */
  isAlone: boolean;
  deadline: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Writes from one event-loop turn share a transaction, each in a savepoint. Readers never wait. */
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
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.push({ statements, isAlone, deadline: performance.now() + TIMEOUT_MS, resolve, reject });
    schedule(setImmediate);
    return promise as Promise<T>;
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
      if (isLockedError(error)) waitForLock(group, error);
      else for (const job of group) job.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  /** A failure rolls back the whole transaction. */
  function runAlone({ statements, resolve }: Job): () => void {
    const value = statements();
    return () => resolve(value);
  }

  /** Returns a function that settles the caller's promise. Call it after the commit. */
  function runOne(job: Job): () => void {
    mark.run();
    try {
      const value = job.statements();
      release.run();
      return () => job.resolve(value);
    } catch (error) {
      // SQLite has rolled back the whole transaction, because the disk is full or failing.
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

  function drained(): Promise<void> {
    if (waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      whenEmpty = resolve;
    });
  }

  return { write, drained };
}

export const isLockedError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
