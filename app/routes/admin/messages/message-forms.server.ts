import { redirect } from "react-router";
import {
  continueWithSuccess,
  redirectWithError,
  runOrLogError,
  saveForm,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import { type Addressees, createMessage, saveMessage } from "#app/models/message/message.server.ts";
import {
  editUrl,
  listUrl,
  messageUrl,
  messageFormUrl as newMessageUrl,
  readListUrl,
} from "#app/routes/admin/delegates/list-url.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/messages/failures.ts";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import { MESSAGE_LABELS } from "#app/vocabulary/organiser-message.ts";

/**
 * Creates a message to the ticked delegates, or all who match the filter.
 * If the filter has changed, redirects to the form, which shows the new number of recipients.
 */
export async function createMessageFromForm(request: Request, actor: string): Promise<Response> {
  const { search, searchParams } = new URL(request.url);
  const { filter, page } = readListUrl(searchParams);
  const names = ["formId", "scope", "latest", "intent", "subject", ...FILTER_FIELDS];
  const { form, list } = await readListForm(request, names, "id");
  const chosen = { ...filter, ...readChoices(form) };
  const subject = form.get("subject") ?? "";
  if (form.get("intent") === "count")
    return redirect(newMessageUrl(chosen, 1, subject ? { subject } : {}), 303);
  if (newMessageUrl(chosen) !== newMessageUrl(filter))
    return redirectWithError(newMessageUrl(chosen), CHOICES_CHANGED);
  const desk = listUrl(filter, page);
  const addressees = readAddressees(form, list, filter);
  if ("ids" in addressees && addressees.ids.length === 0)
    return redirectWithError(desk, "Select at least one delegate first.");
  const formId = createOneTimeId(form, search, ...list);
  const begun = await runOrLogError(() => createMessage(addressees, actor, { subject, formId }));
  if (!begun) return redirectWithError(desk, FAILURE_MESSAGES.begin);
  if (begun.value === null) return redirectWithError(desk, "There are no recipients left.");
  return redirect(editUrl(begun.value), 303);
}

function readChoices(form: URLSearchParams): Partial<DelegateFilter> {
  if (!form.has("q")) return {};
  const { q, type, track, status, session } = readListUrl(form).filter;
  return { q, type, track, status, session };
}

const FILTER_FIELDS = ["q", "type", "track", "status", "session"];
const CHOICES_CHANGED =
  "The recipients have changed since they were counted. No message was created. The new count is below.";

function readAddressees(form: URLSearchParams, list: string[], filter: DelegateFilter): Addressees {
  if (form.get("scope") === "all")
    return { filter, latestId: parseId(form.get("latest") ?? "") ?? Number.MAX_SAFE_INTEGER };
  return { ids: readShownStatuses(list).map(({ id }) => id) };
}

export async function editMessage(request: Request, id: number, actor: string) {
  const form = await readForm(request, ["formId", "seen", ...Object.keys(MESSAGE_LABELS)]);
  const options = { seen: Number(form.get("seen")), formId: createOneTimeId(form, String(id)) };
  const texts = {
    screen: messageUrl(id),
    noun: "message",
    done: "Message saved. Nothing has been sent.",
    failed: "Failed to save message",
  };
  const write = (values: Parameters<typeof saveMessage>[1]) => saveMessage(id, values, actor, options);
  return saveForm(form, MessageInput, texts, write, {}, () => continueWithSuccess(texts.screen, texts.done));
}
