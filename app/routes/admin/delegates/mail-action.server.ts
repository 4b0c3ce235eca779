// The buttons beside somebody's emails, on the desk and on their own page.
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { sendAgain, sendNow } from "#app/models/outbox/outbox.server.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";

const INTENTS = ["send-again", "send-now"];

export const isAboutMail = (form: URLSearchParams): boolean => INTENTS.includes(form.get("intent") ?? "");

/** Sends what was given up once more, or what is held back now, and says so on the screen of the button. */
export function mailAction(form: URLSearchParams, screen: string, button: Button): Promise<Response> {
  return form.get("intent") === "send-again" ? sendMailAgain(screen, button) : sendHeldMail(screen, button);
}

/** A button about one delegate: who pressed it, and its one-time id. */
export type Button = { delegate: number; actor: string; formId: string };

async function sendMailAgain(screen: string, { delegate, actor, formId }: Button): Promise<Response> {
  const sent = await tryOrLog(() => sendAgain(delegate, actor, formId));
  if (!sent) return redirectWithError(screen, FAILURES["send-again"]);
  return sent.value > 0
    ? redirectWithSuccess(screen, "The email is on its way again.")
    : redirectWithError(
        screen,
        "There is no email to send again: it has already gone out, or the delegate was deleted.",
      );
}

async function sendHeldMail(screen: string, { delegate, actor, formId }: Button): Promise<Response> {
  const sent = await tryOrLog(() => sendNow(delegate, actor, formId));
  if (!sent) return redirectWithError(screen, FAILURES["send-now"]);
  return sent.value > 0
    ? redirectWithSuccess(screen, "The email is on its way.")
    : redirectWithError(
        screen,
        "No email is being held back: it has already gone out, or the delegate was deleted.",
      );
}
