import { composeTestMail } from "#app/mail/compose.server.ts";
import { stopImmediateMail } from "#app/mail/immediate-mail.server.ts";
import type { Delegate } from "#app/mail/letter-parts.server.ts";
import { createMailWorker } from "#app/mail/mail-worker.server.ts";
import { createMailer } from "#app/mail/mailer.server.ts";
import type { MessageContent } from "#app/mail/message-letter.server.ts";
import { onMailEnqueued, onMailWithdrawn } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";

type Worker = ReturnType<typeof createMailWorker>;
let starting: Promise<Worker | null> | null = null;
let worker: Worker | null = null;

/** Without SMTP_URL, mail waits in the outbox. */
export function startMail(): void {
  const { SMTP_URL, MAIL_RETRY_SECONDS } = env;
  if (!SMTP_URL || starting) return;
  starting = createMailer(SMTP_URL).then(
    (mailer) => {
      const started = createMailWorker(mailer, MAIL_RETRY_SECONDS * 1000);
      worker = started;
      // Leaves the request's context, so log lines about an email do not carry the request's id.
      onMailEnqueued(() => requestContext.exit(started.wake));
      onMailWithdrawn(started.withdraw);
      return started;
    },
    (error: unknown) => {
      log.error({ error }, "mail could not be started");
      return null;
    },
  );
}

/** Stops sending mail. An email in progress has up to `limitMs` to finish. */
export async function stopMail(limitMs: number): Promise<void> {
  onMailEnqueued(null);
  onMailWithdrawn(null);
  await Promise.all([stopWorker(limitMs), stopImmediateMail(limitMs)]);
}

const stopWorker = async (limitMs: number) => (await starting)?.stop(limitMs);
const TEST_LIMIT_MS = 15_000;

/** Sends an organiser a message as this delegate would receive it. Returns an error, or null. */
export async function sendTestMail(
  written: MessageContent,
  delegate: Delegate,
  to: string,
): Promise<string | null> {
  const sending = await starting;
  if (!sending) return "Email is not set up.";
  const problem = await sending.sendOnce(composeTestMail(written, delegate, to), TEST_LIMIT_MS);
  if (problem !== null) log.warn({ kind: "test" }, "a test email was not accepted");
  return problem;
}

export const getMailStatus = (): { isSetUp: boolean; trouble: string | null } => ({
  isSetUp: env.SMTP_URL !== undefined,
  trouble: worker?.trouble() ?? null,
});
