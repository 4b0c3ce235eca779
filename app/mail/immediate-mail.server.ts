// Mail that is not stored: people ask again if it does not come. It does not wait behind the outbox.
import { setTimeout as pause } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { createMailer, type Mailer, readRefusal } from "#app/mail/mailer.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Milliseconds by which the page that caused it is out; less if MAIL_RETRY_SECONDS is less than 60. */
const SOON_MS = Math.min(1_000, (env.MAIL_RETRY_SECONDS * 1_000) / 60);
/** Waits between attempts, in units of MAIL_RETRY_SECONDS: eight minutes by default. */
const RETRY_AFTER = [1 / 12, 1 / 2, 2, 5];

let mailer: Promise<Mailer> | null = null;
/** `stopping` cuts waits short, `ended` stops what is being sent. */
let stopping = new AbortController();
let ended = new AbortController();
const inHand = new Set<Promise<void>>();

/** Sends what `compose` makes, unless that is null, in a second. Failures go to the log alone, by `kind`. */
export function sendImmediately(kind: string, compose: () => Promise<SendMailOptions | null>): void {
  const work = composeAndSend(kind, compose).finally(() => inHand.delete(work));
  inHand.add(work);
}

async function composeAndSend(kind: string, compose: () => Promise<SendMailOptions | null>): Promise<void> {
  await waitFor(SOON_MS);
  try {
    const message = await compose();
    if (message) await send(kind, message);
  } catch (error) {
    log.error({ error, kind }, "an email could not be written");
  }
}

async function send(kind: string, message: SendMailOptions): Promise<void> {
  for (const units of [0, ...RETRY_AFTER]) {
    await waitFor(units * env.MAIL_RETRY_SECONDS * 1_000);
    try {
      mailer ??= createMailer(env.SMTP_URL ?? "");
      await (await mailer).send(message, { signal: ended.signal, isWanted: () => true });
      log.info({ kind }, "an email was sent");
      return;
    } catch (error) {
      const { about, code } = readRefusal(error);
      log.warn({ kind, code }, "an email was not taken");
      // A process that stops makes this one attempt.
      if (about === "address" || stopping.signal.aborted) return;
    }
  }
}

const waitFor = (ms: number): Promise<void> =>
  pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

/** Sends what is in hand without waiting, for `limitMs` at most. */
export async function stopImmediateMail(limitMs: number): Promise<void> {
  stopping.abort();
  await Promise.race([Promise.all(inHand), pause(limitMs, undefined, { ref: false })]);
  ended.abort();
  (await mailer)?.close();
  mailer = null;
  [stopping, ended] = [new AbortController(), new AbortController()];
}
