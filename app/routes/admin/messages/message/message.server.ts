import { href } from "react-router";
import { momentText } from "#app/conference/date-text.ts";
import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { createRefilledForm, createRefusalResponse, TRY_LATER } from "#app/http/refusal.ts";
import { letterText } from "#app/mail/letter-formats.server.tsx";
import { getMailStatus, sendTestMail } from "#app/mail/mail.server.ts";
import { previewLetter } from "#app/mail/message-letter.server.ts";
import { runOnce } from "#app/models/changeset/changeset.server.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import { deleteMessage, getFirstAddressee, getMessage } from "#app/models/message/message.server.ts";
import { readSendChoice } from "#app/models/message/send-time.server.ts";
import {
  recordTestMail,
  type SchedulingResult,
  scheduleMessage,
  stopMessage,
  unscheduleMessage,
} from "#app/models/message/sending.server.ts";
import { messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/messages/failures.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import { isMessageEditable, type MessageJson } from "#app/vocabulary/organiser-message.ts";

export async function messageAction(request: Request, id: number, actor: string) {
  const form = await readForm(request, ["formId", "intent", "as", "seen", "count", "when", "at"]);
  const asked = { id, form, actor, formId: createOneTimeId(form, String(id)) };
  const intent = form.get("intent");
  if (intent === "take-back") return takeBack(asked);
  if (intent === "stop") return stop(asked);
  if (intent === "delete") return remove(asked);
  if (!getMailStatus().isSetUp)
    return redirectWithError(messageUrl(id), "Email is not set up, so nothing was sent.");
  return intent === "test" ? test(asked) : send(asked);
}

type MessageRequest = { id: number; form: URLSearchParams; actor: string; formId: string };

async function test({ id, form, actor, formId }: MessageRequest): Promise<Response> {
  const screen = messageUrl(id);
  const tested = await runOrLogError(() =>
    runOnce({ actor, formId }, "tested", async () => {
      const message = await getMessage(id);
      if (!message || !isMessageEditable(message)) return REFUSALS.sent;
      if (message.subject === "") return REFUSALS.changed;
      const delegate = await getDelegate(parseId(form.get("as") ?? "") ?? 0);
      if (!delegate) return "That delegate has been deleted. Check the preview again.";
      await recordTestMail(message, actor);
      const problem = await sendTestMail(message, delegate, actor);
      return problem && `The test was not sent. ${problem}`;
    }),
  );
  if (!tested) return redirectWithError(screen, FAILURE_MESSAGES.test);
  const { value: problem = NOT_KNOWN } = tested;
  return problem === null
    ? redirectWithSuccess(screen, `A test was sent to ${actor}.`)
    : redirectWithError(screen, problem);
}

const NOT_KNOWN =
  "The site stopped during the test and cannot tell whether the email was sent. Check your inbox before you send another test.";

async function send({ id, form, actor, formId }: MessageRequest) {
  const refuse = (status: number, text: string, field = "", description = "The message was not sent.") =>
    createRefusalResponse(status, { result: createRefilledForm(form, text, field), description });
  const time = readSendChoice(form.get("when") ?? "", form.get("at") ?? "");
  if (!time.ok) return refuse(422, time.problem, time.field);
  const shown = { seen: Number(form.get("seen")), count: Number(form.get("count")), formId };
  const promised = await runOrLogError(() => scheduleMessage(id, time.at, actor, shown));
  if (!promised) return refuse(500, TRY_LATER);
  if (!promised.value.ok) {
    const { reason } = promised.value;
    // A message that is no longer a draft has no form, so the toast says why.
    return refuse(409, REFUSALS[reason], "", reason === "changed" ? undefined : REFUSALS[reason]);
  }
  const { recipients, sendAt } = promised.value;
  const promise = `It will be sent to ${delegateCountText(recipients)} on ${momentText(new Date(sendAt))}.`;
  return redirectWithSuccess(messageUrl(id), `${promise} Until then you can take it back.`);
}

const REFUSALS: Record<Extract<SchedulingResult, { ok: false }>["reason"], string> = {
  notFound: "This message no longer exists.",
  sent: "This message has already been scheduled or sent.",
  changed:
    "The message or the number of recipients has changed since you opened this page. Check the message, then send it again.",
};

async function takeBack({ id, actor, formId }: MessageRequest): Promise<Response> {
  const taken = await runOrLogError(() => unscheduleMessage(id, actor, formId));
  if (!taken) return redirectWithError(messageUrl(id), FAILURE_MESSAGES["take-back"]);
  return taken.value
    ? redirectWithSuccess(messageUrl(id), "Message taken back. No one has received it.")
    : redirectWithError(messageUrl(id), "The message has been sent, so it can no longer be taken back.");
}

async function stop({ id, actor, formId }: MessageRequest): Promise<Response> {
  const done = await runOrLogError(() => stopMessage(id, actor, formId));
  if (!done) return redirectWithError(messageUrl(id), FAILURE_MESSAGES.stop);
  if (!done.value) return redirectWithError(messageUrl(id), "There was nothing left to stop.");
  const text = `Message stopped. ${delegateCountText(done.value.stopped)} will not receive it.`;
  return redirectWithSuccess(messageUrl(id), text);
}

async function remove({ id, actor, formId }: MessageRequest): Promise<Response> {
  const list = href("/admin/messages");
  const done = await runOrLogError(() => deleteMessage(id, actor, formId));
  if (!done) return redirectWithError(messageUrl(id), FAILURE_MESSAGES.delete);
  if (done.value.ok)
    return redirectWithSuccess(list, "Message deleted.", { screen: list, id: done.value.changeset });
  if (done.value.reason !== "sent") return redirectWithError(list, REFUSALS.notFound);
  const text = "This message has since been scheduled or sent, so it was not deleted.";
  return redirectWithError(messageUrl(id), text);
}

/** Returns the email to the first recipient. */
export async function readPreview(message: MessageJson) {
  const delegate = await getFirstAddressee(message);
  if (!delegate) return null;
  const letter = previewLetter(message, delegate);
  return { id: delegate.id, name: delegate.name, subject: letter.subject, text: letterText(letter) };
}
