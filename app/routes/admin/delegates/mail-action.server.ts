import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { sendMailNow } from "#app/models/outbox/mail-state.server.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";

/** Sends the email that the form names. Returns null if the form has a different intent. */
export async function mailAction(
  form: URLSearchParams,
  screen: string,
  { actor, formId }: { actor: string; formId: string },
): Promise<Response | null> {
  const mail = parseId(form.get("mail") ?? "");
  if (mail === null) return null;
  const sent = await runOrLogError(() => sendMailNow(mail, actor, formId));
  if (!sent) return redirectWithError(screen, FAILURE_MESSAGES["send-now"]);
  return sent.value ? redirectWithSuccess(screen, SENT) : redirectWithError(screen, NOT_SENT);
}

const SENT = "The email is on its way.";
const NOT_SENT =
  "The email was not sent: it is already on its way, it is out of date, or the delegate was deleted.";
