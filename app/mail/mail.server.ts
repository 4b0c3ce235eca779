import { composeTestMail } from "#app/mail/compose.server.ts";
import { createMailWorker } from "#app/mail/mail-worker.server.ts";
import { createMailer } from "#app/mail/mailer.server.ts";
import { onMailEnqueued } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";

type Worker = ReturnType<typeof createMailWorker>;
let starting: Promise<Worker | null> | null = null;
let worker: Worker | null = null;

/** Starts the worker, once. Without SMTP_URL there is none, and mail waits in the outbox. */
export function startMail(): Promise<Worker | null> {
  starting ??= startWorker();
  return starting;
}

async function startWorker(): Promise<Worker | null> {
  const { SMTP_URL, MAIL_RETRY_SECONDS } = env;
  if (!SMTP_URL) return null;
  try {
    const started = createMailWorker(await createMailer(SMTP_URL), MAIL_RETRY_SECONDS * 1000);
    worker = started;
    // Leaves the request's context, so log lines about an email do not carry the request's id.
    onMailEnqueued(() => requestContext.exit(started.wake));
    return started;
  } catch (error) {
    log.error({ error }, "mail could not be started");
    return null;
  }
}

/** Stops sending mail. Emails in progress have up to `limitMs` to finish. */
export async function stopMail(limitMs: number): Promise<void> {
  onMailEnqueued(null);
  await (await starting)?.stop(limitMs);
}

/** Sends an email without storing it. If a crash loses it, the user can request another. */
export async function sendUnstored(...email: Parameters<Worker["sendUnstored"]>): Promise<void> {
  await (await startMail())?.sendUnstored(...email);
}

const TEST_LIMIT_MS = 15_000;

/** Sends an organiser a message as this delegate would receive it. Returns an error, or null. */
export async function sendTestMail(...copy: Parameters<typeof composeTestMail>): Promise<string | null> {
  const sending = await startMail();
  if (!sending) return "Email is not set up.";
  const refusal = await sending.sendOnce(composeTestMail(...copy), TEST_LIMIT_MS);
  if (refusal !== null) log.warn({ kind: "test", code: refusal.code }, "a test email was not accepted");
  return refusal?.problem ?? null;
}

export const getMailStatus = (): { isSetUp: boolean; trouble: string | null } => ({
  isSetUp: env.SMTP_URL !== undefined,
  trouble: worker?.trouble() ?? null,
});
