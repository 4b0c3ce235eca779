import { data, href, Link, redirect } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { EmptyState, LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { RecentDeletions } from "#app/components/admin/recent-deletions.tsx";
import {
  continueWithSuccess,
  redirectWithError,
  runOrLogError,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readChangesetId, readListForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { isUndo } from "#app/http/list-form.ts";
import { MessageInput } from "#app/models/message/input.server.ts";
import {
  createMessage,
  listMessageDeletions,
  listMessages,
  restoreMessage,
} from "#app/models/message/message.server.ts";
import { readPageNumber } from "#app/platform/pages.ts";
import { listUrl, messageUrl, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { FAILURE_MESSAGES, refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { MessageBadge } from "#app/routes/admin/messages/message-badge.tsx";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { ButtonLink } from "#app/routes/admin/ui-elements.tsx";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import {
  isMessageEditable,
  type MessageJson,
  messageName,
  messageProgress,
  recipientsText,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/messages";

export async function loader({ url }: Route.LoaderArgs) {
  const wanted = readPageNumber(url.searchParams);
  const read = await runOrLogError(() => Promise.all([listMessages(wanted), listMessageDeletions()]));
  const [messages, deletions] = read?.value ?? [null, []];
  return data({ messages, deletions, formId: crypto.randomUUID() }, { status: read ? 200 : 500 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, list } = await readListForm(request, FIELDS, "id");
  const actor = getOrganiser(context).email;
  if (!isUndo(form)) return createMessageFromForm({ url: request.url, form, list }, actor);
  const done = await runOrLogError(() => restoreMessage(readChangesetId(form), actor, createOneTimeId(form)));
  if (!done) return redirectWithError(SCREEN, FAILURE_MESSAGES.undo);
  return done.value.ok
    ? continueWithSuccess(messageUrl(done.value.id), "Message restored.")
    : redirectWithError(SCREEN, UNDO_REFUSALS.over);
}

const FIELDS = ["formId", "intent", "changeset", "scope", "subject"];

/** Creates a message to the ticked delegates, or to all who match the filter in the URL. */
async function createMessageFromForm(
  { url, form, list }: { url: string; form: URLSearchParams; list: string[] },
  actor: string,
) {
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

export const clientAction = withFormRecovery(refuseMessageForm("begin"));

const SCREEN = href("/admin/messages");

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { messages, deletions, formId } = loaderData;
  const isAny = messages !== null && messages.listed.length > 0;
  return (
    <AdminPage title={SCREENS.messages.title} actions={isAny && <ChooseLink />}>
      {messages === null && <LoadFailure text="Failed to load messages" href={SCREEN} />}
      {messages?.listed.length === 0 && (
        <EmptyState
          title="No messages yet"
          text="Choose delegates by search, filter or selection. Then choose Email above the list."
        >
          <ChooseLink />
        </EmptyState>
      )}
      {isAny && (
        <>
          <ul className="rows">
            {messages.listed.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
          <PageLinks {...messages} url={(page) => `${SCREEN}?page=${page}`} />
        </>
      )}
      <RecentDeletions {...{ deletions, formId }} screen={SCREEN} />
    </AdminPage>
  );
}

const ChooseLink = () => <ButtonLink to={href("/admin/delegates")}>Choose recipients</ButtonLink>;

const ROW =
  "flex flex-wrap items-center gap-x-3 px-3 pt-1 pb-2 text-base lg:grid lg:grid-cols-[minmax(0,1fr)_11rem_16rem_20rem] lg:py-1";

function MessageRow({ message }: { message: MessageJson }) {
  const { id, state, recipients, delivered, sendAt, updatedAt } = message;
  const isUnderWay = state === "started" && delivered < recipients;
  return (
    <li data-row data-tone="grey" className={ROW}>
      <h2 className="wrap-anywhere w-full text-base">
        <Link to={messageUrl(id)} className="flex min-h-11 items-center hover:underline lg:min-h-9">
          {messageName(message)}
        </Link>
      </h2>
      <span>
        <MessageBadge message={message} />
      </span>
      <span className="tabular-nums">
        {isUnderWay ? messageProgress(message) : `To ${recipientsText(message)}`}
      </span>
      <span className="text-muted">
        {isMessageEditable(message) ? (
          // The time distinguishes messages without a subject.
          <>
            Last changed on <Timestamp at={updatedAt} />
          </>
        ) : (
          sendAt && (
            <>
              {state === "promised" ? "Will be sent on" : "Sent on"} <Timestamp at={sendAt} />
            </>
          )
        )}
      </span>
    </li>
  );
}
