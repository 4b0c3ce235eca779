import { redirect } from "react-router";
import { redirectWithError, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId } from "#app/http/form.server.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import { createMessage } from "#app/models/message/message.server.ts";
import { listUrl, messageUrl, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/messages/failures.ts";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";

/** Creates a message to the ticked delegates, or to all who match the filter in the URL. */
export async function createMessageFromForm(
  { url, form, list }: { url: string; form: URLSearchParams; list: string[] },
  actor: string,
): Promise<Response> {
  const { search, searchParams } = new URL(url);
  const { filter, page } = readListUrl(searchParams);
  const desk = listUrl(filter, page);
  const ids = readShownStatuses(list).map(({ id }) => id);
  const isToAll = form.get("scope") === "all";
  if (!isToAll && ids.length === 0) return redirectWithError(desk, "Select at least one delegate first.");
  const subject = MessageInput.shape.subject.safeParse(form.get("subject")).data ?? "";
  const formId = createOneTimeId(form, search, ...list);
  const begun = await runOrLogError(() =>
    createMessage(isToAll ? { filter } : { ids }, actor, { subject, formId }),
  );
  if (!begun) return redirectWithError(desk, FAILURE_MESSAGES.begin);
  if (begun.value === null) return redirectWithError(desk, "There are no recipients left.");
  return redirect(messageUrl(begun.value), 303);
}
