// Sends mail without storing it in the outbox. If an email is lost, the user can request another.
import { setTimeout as pause } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { createMailer, type Mailer, parseMailRefusal } from "#app/mail/mailer.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

/** Delay before sending, to let the response go out first. */
const SOON_MS = Math.min(1_000, (env.MAIL_RETRY_SECONDS * 1_000) / 60);
/** Delays between attempts, in units of MAIL_RETRY_SECONDS. Default total: about eight minutes. */
const RETRY_AFTER = [1 / 12, 1 / 2, 2, 5];

let mailer: Promise<Mailer> | null = null;
/** `stopping` cuts delays short; `ended` aborts sending. */
let stopping = new AbortController();
let ended = new AbortController();
const pendingMail = new Set<Promise<void>>();

/** Waits for SOON_MS, then composes and sends the mail, if any. Logs failures with `kind`. */
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
      const { about, code } = parseMailRefusal(error);
      log.warn({ kind, code }, "an email was not accepted");
      // There are no further attempts during shutdown.
      if (about === "address" || stopping.signal.aborted) return;
    }
  }
}

const waitFor = (ms: number): Promise<void> =>
  pause(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

/** Sends pending mail immediately. Stops after at most `limitMs`. */
export async function stopImmediateMail(limitMs: number): Promise<void> {
  stopping.abort();
  await Promise.race([Promise.all(pendingMail), pause(limitMs, undefined, { ref: false })]);
  ended.abort();
  (await mailer)?.close();
  mailer = null;
  [stopping, ended] = [new AbortController(), new AbortController()];
}
