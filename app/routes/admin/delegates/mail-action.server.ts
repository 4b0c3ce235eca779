import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { releaseHeldMail, resendFailedMail } from "#app/models/outbox/outbox.server.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";

export type DelegateSubmission = { delegate: number; actor: string; formId: string };

const SENDING = {
  "send-again": {
    send: resendFailedMail,
    sent: "The email is on its way again.",
    nothing: "There is no email to send again: it has already been sent, or the delegate was deleted.",
  },
  "send-now": {
    send: releaseHeldMail,
    sent: "The email is on its way.",
    nothing: "No email is being held back: it has already been sent, or the delegate was deleted.",
  },
};

/** Sends failed or held emails. Returns null if the form has a different intent. */
export async function mailAction(
  form: URLSearchParams,
  screen: string,
  { delegate, actor, formId }: DelegateSubmission,
): Promise<Response | null> {
  const intent = form.get("intent");
  if (intent !== "send-again" && intent !== "send-now") return null;
  const { send, sent, nothing } = SENDING[intent];
  const count = await runOrLogError(() => send(delegate, actor, formId));
  if (!count) return redirectWithError(screen, FAILURE_MESSAGES[intent]);
  return count.value > 0 ? redirectWithSuccess(screen, sent) : redirectWithError(screen, nothing);
}
