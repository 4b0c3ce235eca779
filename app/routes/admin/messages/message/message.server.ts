import { href } from "react-router";
import { momentText } from "#app/conference/date-text.ts";
import {
  continueWithSuccess,
  redirectWithError,
  redirectWithSuccess,
  runOrLogError,
  saveForm,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { getMailStatus, sendTestMail } from "#app/mail/mail.server.ts";
import { runOnce } from "#app/models/changeset/changeset.server.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import { MessageInput, type MessageValues } from "#app/models/message/input.server.ts";
import { deleteMessage, getMessage, saveMessage } from "#app/models/message/message.server.ts";
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
import { isMessageEditable, MESSAGE_LABELS } from "#app/vocabulary/organiser-message.ts";

const FIELDS = ["formId", "intent", "seen", "count", "countOfAll", "as", "when", "at"].concat(
  Object.keys(MESSAGE_LABELS),
);

export async function messageAction(request: Request, id: number, actor: string) {
  const form = await readForm(request, FIELDS);
  const asked = { id, form, actor, formId: createOneTimeId(form, String(id)) };
  const intent = form.get("intent");
  if (intent === "take-back") return takeBack(asked);
  if (intent === "stop") return stop(asked);
  if (intent === "delete") return remove(asked);
  return intent === "send" && getMailStatus().isSetUp ? send(asked) : save(asked);
}

type MessageRequest = { id: number; form: URLSearchParams; actor: string; formId: string };

/** Saves the text, also before a test or if it cannot be sent, so that it is not lost. */
function save(asked: MessageRequest) {
  const { id, form, actor, formId } = asked;
  const screen = messageUrl(id);
  const texts = { screen, noun: "message", done: "", failed: "Failed to save message" };
  const shown = { seen: Number(form.get("seen")), formId };
  const write = (values: MessageValues) => saveMessage(id, values, actor, shown);
  return saveForm(form, MessageInput, texts, write, {}, () => {
    if (form.get("intent") === "save")
      return continueWithSuccess(screen, "Message saved. Nothing has been sent.");
    if (!getMailStatus().isSetUp)
      return redirectWithError(screen, "Email is not set up, so nothing was sent.");
    return test(asked);
  });
}

async function test({ id, form, actor }: MessageRequest): Promise<Response> {
  const screen = messageUrl(id);
  const tested = await runOrLogError(() =>
    runOnce({ actor, formId: createOneTimeId(form, String(id), "test") }, "tested", async () => {
      const message = await getMessage(id);
      if (!message || !isMessageEditable(message)) return SENT;
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

const SENT = "This message has already been scheduled or sent.";
const NOT_KNOWN =
  "The site stopped during the test and cannot tell whether the email was sent. Check your inbox before you send another test.";

type Scheduled = Extract<SchedulingResult, { ok: true }>;

function send({ id, form, actor, formId }: MessageRequest) {
  const screen = messageUrl(id);
  const time = readSendChoice(form.get("when") ?? "", form.get("at") ?? "");
  const problems = time.ok ? {} : { [time.field]: [time.problem] };
  const write = (values: MessageValues) => {
    const count = Number(form.get(values.isForAll ? "countOfAll" : "count"));
    const shown = { seen: Number(form.get("seen")), count, formId };
    return scheduleMessage(id, { ...values, ...(time.ok ? time : { at: null }) }, actor, shown);
  };
  const texts = { screen, noun: "message", done: "", failed: "The message was not sent." };
  return saveForm(form, MessageInput, texts, write, problems, ({ to, sendAt }: Scheduled) => {
    const promise = `It will be sent to ${to} on ${momentText(new Date(sendAt))}.`;
    return redirectWithSuccess(screen, `${promise} Until then you can take it back.`);
  });
}

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
  if (done.value.reason !== "sent") return redirectWithError(list, "This message no longer exists.");
  const text = "This message has since been scheduled or sent, so it was not deleted.";
  return redirectWithError(messageUrl(id), text);
}
