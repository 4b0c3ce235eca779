// Carries out the changes of status that take more than one portion, beside the serving of pages.
import { setTimeout as wait } from "node:timers/promises";
import { doNextPortion, getStatusJob, isStatusJobFinished } from "#app/models/delegate/status-job.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { StatusJob } from "#app/vocabulary/delegate-status.ts";

/** At the latest: another process may have stopped and left something. */
const LOOK_AGAIN_MS = 1_000;
/** After something that is wrong on our side, such as a locked database. */
const STEP_BACK_MS = 1_000;
/** Whoever asks for a change waits so long for its end; then they hear how far it is. */
const ANSWER_WITHIN_MS = 3_000;
const LOOK_WHETHER_DONE_MS = 25;

const ended = new AbortController();
let working: Promise<void> | null = null;
let isWanted = false;
let timer: NodeJS.Timeout | undefined;

/** Goes on with what an earlier run of the site has left, now and whenever another process leaves something. */
export function startStatusWorker(): void {
  if (timer) return;
  timer = setInterval(wakeStatusWorker, LOOK_AGAIN_MS).unref();
}

/** Has it look for work, unless it is working. */
export function wakeStatusWorker(): void {
  isWanted = true;
  if (working === null && !ended.signal.aborted) working = work();
}

async function work(): Promise<void> {
  while (!ended.signal.aborted) {
    isWanted = false;
    const start = performance.now();
    const isDone = await doNextPortion().then(
      (wasThere) => !wasThere,
      (error: unknown) => {
        log.error({ error }, "a portion of a change of status could not be carried out");
        return null;
      },
    );
    if (isDone && !isWanted) break;
    // The others' turn lasts as long as this one did.
    const rest = isDone === null ? STEP_BACK_MS : performance.now() - start;
    await wait(rest, undefined, { signal: ended.signal }).catch(() => {});
  }
  working = null;
}

/** How far a job is: at its end, if that comes soon and the site does not stop before. Null where there is none. */
export async function settleStatusJob(id: number): Promise<StatusJob | null> {
  const job = await getStatusJob(id);
  if (job?.isFinished !== false) return job;
  const limit = performance.now() + ANSWER_WITHIN_MS;
  while (!(await isStatusJobFinished(id)) && performance.now() < limit && !ended.signal.aborted) {
    wakeStatusWorker();
    await wait(LOOK_WHETHER_DONE_MS);
  }
  return getStatusJob(id);
}

/** Takes up no more, and waits for the portion in hand. What is left goes on when the site is started again. */
export async function stopStatusWorker(): Promise<void> {
  ended.abort();
  clearInterval(timer);
  await working;
}
