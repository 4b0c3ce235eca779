import { setTimeout as pause } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { composeMail } from "#app/mail/compose.server.ts";
import {
  MAX_CONNECTIONS,
  type Mailer,
  type MailRefusal,
  parseMailRefusal,
  SEND_TIMEOUT_MS,
} from "#app/mail/mailer.server.ts";
import { offerPlaces } from "#app/models/delegate/places.server.ts";
import { startDueMessages } from "#app/models/message/sending.server.ts";
import {
  type ClaimedMail,
  claimMail,
  type MailOutcome,
  nextMailAt,
  storeMailOutcome,
} from "#app/models/outbox/outbox.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Longer than sending can take. If a process dies, its email becomes due again after this time. */
const LEASE_MS = SEND_TIMEOUT_MS + 2 * 60_000;
/** Delay that lets the response go out first and groups emails enqueued together. */
const SOON_MS = 50;
/** Interval for finding mail enqueued by other processes, which may not send it themselves. */
const POLL_INTERVAL_MS = 1_000;
/** Delay after an internal error, such as a locked database. */
const ERROR_BACKOFF_MS = 1_000;

/** Delays between attempts, in units of MAIL_RETRY_SECONDS. Default total: about two days. */
const RETRY_AFTER = [1, 5, 30, 120, 360, 720, 1_440];
/** Pauses while the mail server is down, in units of MAIL_RETRY_SECONDS. Each is twice the last. */
const FIRST_PAUSE = 1 / 12;
const LONGEST_PAUSE = 5;
/** Added to the emails sent at a time with each that is accepted. A refusal takes away one. */
const REGAINED = 0.01;
/** Delays before each attempt to send an unstored email. The first one lets the response go out. */
const UNSTORED_DELAYS = [1 / 60, 1 / 12, 1 / 2, 2, 5];

/**
 * Starts a worker that sends the outbox's mail, up to `MAX_CONNECTIONS` emails at a time, which are in
 * doubt after a crash. `unitMs` is the unit of all delays.
 */
export function createMailWorker(mailer: Pick<Mailer, "send" | "close">, unitMs: number) {
  /** `stopping` cuts delays short; `ended` aborts sending. */
  const stopping = new AbortController();
  const ended = new AbortController();
  const unstored = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let lookAt = Number.POSITIVE_INFINITY;
  const senders = new Set<Promise<void>>();
  let mostAtOnce = MAX_CONNECTIONS;
  let failuresInARow = 0;
  let pausedUntil = 0;
  let trouble: string | null = null;

  function lookIn(ms: number): void {
    const at = Math.max(performance.now() + Math.min(ms, POLL_INTERVAL_MS), pausedUntil);
    if (stopping.signal.aborted || at >= lookAt) return;
    clearTimeout(timer);
    lookAt = at;
    timer = setTimeout(look, Math.max(0, at - performance.now())).unref();
  }

  async function look(): Promise<void> {
    lookAt = Number.POSITIVE_INFINITY;
    try {
      await offerPlaces();
      await startDueMessages();
      const due = nextMailAt();
      const ms = due === null ? POLL_INTERVAL_MS : due - Date.now();
      if (ms > 0) lookIn(ms);
      else startSender();
    } catch (error) {
      log.error({ error }, "the outbox could not be read");
      lookIn(ERROR_BACKOFF_MS);
    }
  }

  function startSender(): void {
    if (stopping.signal.aborted || senders.size + 1 > mostAtOnce) return;
    const sender = work().finally(() => senders.delete(sender));
    senders.add(sender);
  }

  async function work(): Promise<void> {
    let nextLookMs = POLL_INTERVAL_MS;
    try {
      while (!stopping.signal.aborted && performance.now() >= pausedUntil && senders.size <= mostAtOnce) {
        const claimed = await claimMail(LEASE_MS);
        if (!claimed) break;
        // A mail server that has failed is tried with a single email.
        if (trouble === null) startSender();
        await deliver(claimed);
        nextLookMs = SOON_MS;
      }
    } catch (error) {
      log.error({ error }, "an email could not be read from the outbox");
      pausedUntil = performance.now() + ERROR_BACKOFF_MS;
    }
    lookIn(nextLookMs);
  }

  async function deliver(claimed: ClaimedMail): Promise<void> {
    const { id, kind, attempts } = claimed.mail;
    const ids = claimed.all.map((one) => one.id);
    const about = { mail: id, kind };
    const start = performance.now();
    let message: Awaited<ReturnType<typeof composeMail>>;
    try {
      message = await composeMail(claimed);
    } catch (error) {
      log.error({ error, ...about }, "an email could not be written");
      await settle(ids, outcomeOf("mail", "The email could not be composed.", attempts));
      return;
    }
    try {
      await mailer.send(message, ended.signal);
    } catch (error) {
      const { about: refused, problem, code } = parseMailRefusal(error);
      // The server may allow fewer connections.
      if (refused !== "address") mostAtOnce = Math.max(1, mostAtOnce - 1);
      await settle(ids, outcomeOf(refused, problem, attempts));
      log.warn({ ...about, code, ms: msSince(start) }, "an email was not accepted");
      return;
    }
    await settle(ids, { state: "sent" });
    log.info({ ...about, ms: msSince(start) }, "an email was sent");
    mostAtOnce = Math.min(MAX_CONNECTIONS, mostAtOnce + REGAINED);
    answered();
  }

  function outcomeOf(about: MailRefusal["about"], problem: string, attempts: number): MailOutcome {
    const after = (units: number) => new Date(Date.now() + units * unitMs);
    if (about === "server") {
      const units = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failuresInARow);
      trouble = problem;
      // Emails that fail together are one failure.
      if (performance.now() >= pausedUntil) {
        failuresInARow += 1;
        pausedUntil = performance.now() + units * unitMs;
      }
      // Lets other emails go first, so an email that crashes the mail server does not block them.
      return { state: "waiting", attempts, problem, nextAttemptAt: after(Math.max(1, units)) };
    }
    answered();
    const units = RETRY_AFTER[attempts];
    if (about === "address" || units === undefined)
      return { state: "failed", attempts: attempts + 1, problem };
    return { state: "waiting", attempts: attempts + 1, problem, nextAttemptAt: after(units) };
  }

  function answered(): void {
    trouble = null;
    failuresInARow = 0;
  }

  /** Retries until the outcome is stored, because the email would otherwise be sent again. */
  async function settle(ids: readonly number[], outcome: MailOutcome): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await storeMailOutcome(ids, outcome);
        return;
      } catch (error) {
        log.error({ error, mails: ids }, "the outcome of an email could not be stored");
        await pause(ERROR_BACKOFF_MS, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  }

  /** Sends an email that is not in the outbox. Returns null if the mail server accepted it. */
  async function sendOnce(message: SendMailOptions, limitMs = SEND_TIMEOUT_MS): Promise<MailRefusal | null> {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(limitMs)]);
    try {
      await mailer.send(message, signal);
      return null;
    } catch (error) {
      if (!signal.aborted) return parseMailRefusal(error);
      return { about: "server", problem: "The mail server did not respond in time.", code: "ETIMEDOUT" };
    }
  }

  async function tryUnstored(kind: string, compose: () => Promise<SendMailOptions | null>): Promise<void> {
    let message: SendMailOptions | null = null;
    for (const units of UNSTORED_DELAYS) {
      await pause(units * unitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      message ??= await compose();
      if (message === null) return;
      const refusal = await sendOnce(message);
      if (refusal === null) {
        log.info({ kind }, "an email was sent");
        return;
      }
      log.warn({ kind, code: refusal.code }, "an email was not accepted");
      // There are no further attempts during shutdown.
      if (refusal.about === "address" || stopping.signal.aborted) return;
    }
  }

  lookIn(0);
  return {
    wake: () => lookIn(SOON_MS),
    sendOnce,
    /** Composes and sends an email, if any, soon but not at once. Tries for some minutes. */
    async sendUnstored(kind: string, compose: () => Promise<SendMailOptions | null>): Promise<void> {
      const work = tryUnstored(kind, compose)
        .catch((error: unknown) => log.error({ error, kind }, "an email could not be written"))
        .finally(() => unstored.delete(work));
      unstored.add(work);
      await work;
    },
    trouble: () => trouble,
    /** Stops claiming mail, and waits up to `limitMs` for emails in progress and unstored ones. */
    async stop(limitMs: number): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.race([Promise.all([...senders, ...unstored]), pause(limitMs)]);
      ended.abort();
      mailer.close();
    },
  };
}

const msSince = (start: number) => Math.round(performance.now() - start);
