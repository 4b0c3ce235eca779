// Work on thousands of rows runs in a thread of its own, so that other requests do not wait.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { scheduleScrubRetry } from "#app/db/scrub.server.ts";
import { changeAllStatuses, undoStatusChange } from "#app/models/delegate/status-change.server.ts";
import { importFile, previewImport, undoImport } from "#app/models/import/import.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";

const functions = { changeAllStatuses, undoStatusChange, previewImport, importFile, undoImport };
type Work = typeof functions;
type Args = { [Name in keyof Work]: Parameters<Work[Name]> };
type Results = { [Name in keyof Work]: ReturnType<Work[Name]> };
const WORK: { [Name in keyof Work]: (...args: Args[Name]) => Results[Name] } = functions;
type Task<Name extends keyof Work> = { name: Name; args: Args[Name] };

let threadFile: string | null = null;

/** Names the file that passes its tasks to `performWork`. Without it, work runs in this thread. */
export function setThreadFile(file: string): void {
  threadFile = file;
}

export const performWork = <Name extends keyof Work>({ name, args }: Task<Name>): Results[Name] =>
  WORK[name](...args);

/**
 * Runs the work once. Its transaction lets others read but not write.
 * Arguments and result are copied. @throws what the work throws, or if its thread ends too early.
 */
export async function runHeavyWork<Name extends keyof Work>(
  name: Name,
  ...args: Args[Name]
): Promise<Awaited<Results[Name]>> {
  const task = { name, args };
  if (threadFile === null) return await performWork(task);
  const thread = new Worker(threadFile, { workerData: task });
  try {
    return await Promise.race([once(thread, "message").then(([done]) => done), failAtExit(thread)]);
  } finally {
    await thread.terminate();
    // The thread cannot wait for what follows its transaction.
    notifyAfterCommit();
    scheduleScrubRetry();
  }
}

async function failAtExit(thread: Worker): Promise<never> {
  const [status] = await once(thread, "exit");
  throw new Error(`A thread ended with ${status} before its work was done`);
}
