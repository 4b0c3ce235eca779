// Sends mail outside the outbox, without storing it: if an email does not arrive, the user requests a new one.
import { setTimeout as pause } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { createMailer, type Mailer, readRefusal } from "#app/mail/mailer.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Delay that lets the response to the request be sent first. */
const SOON_MS = Math.min(1_000, (env.MAIL_RETRY_SECONDS * 1_000) / 60);
/** Waits between attempts, in units of MAIL_RETRY_SECONDS: about eight minutes in total by default. */
const RETRY_AFTER = [1 / 12, 1 / 2, 2, 5];

let mailer: Promise<Mailer> | null = null;
/** `stopping` ends waits; `ended` aborts sending. */
let stopping = new AbortController();
let ended = new AbortController();
const pendingMail = new Set<Promise<void>>();

/** Sends the mail that `compose` returns, if any, after SOON_MS. Failures are only logged, with `kind`. */
export function sendImmediately(kind: string, compose: () => Promise<SendMailOptions | null>): void {
  const work = composeAndSend(kind, compose).finally(() => pendingMail.delete(work));
  pendingMail.add(work);
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
      log.warn({ kind, code }, "an email was not accepted");
      // There are no further attempts during shutdown.
      if (about === "address" || stopping.signal.aborted) return;
    }
  }
}

const waitFor = (ms: number): Promise<void> =>
  pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

/** Sends pending mail without further waits, for at most `limitMs`. */
export async function stopImmediateMail(limitMs: number): Promise<void> {
  stopping.abort();
  await Promise.race([Promise.all(pendingMail), pause(limitMs, undefined, { ref: false })]);
  ended.abort();
  (await mailer)?.close();
  mailer = null;
  [stopping, ended] = [new AbortController(), new AbortController()];
}
