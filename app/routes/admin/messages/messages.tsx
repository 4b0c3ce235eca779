import { data, href, Link } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { RecentDeletions } from "#app/components/admin/recent-deletions.tsx";
import {
  continueWithSuccess,
  redirectWithError,
  runOrLogError,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readChangesetId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { listMessageDeletions, listMessages, restoreMessage } from "#app/models/message/message.server.ts";
import { readPageNumber } from "#app/platform/pages.ts";
import { messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { FAILURE_MESSAGES, refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { MessageBadge } from "#app/routes/admin/messages/message-badge.tsx";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  isMessageEditable,
  type MessageJson,
  messageName,
  messageProgress,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/messages";

export const meta = () => [];

export async function loader({ url }: Route.LoaderArgs) {
  const wanted = readPageNumber(url.searchParams);
  const read = await runOrLogError(() => Promise.all([listMessages(wanted), listMessageDeletions()]));
  const [messages, deletions] = read?.value ?? [null, []];
  return data({ messages, deletions, formId: crypto.randomUUID() }, { status: read ? 200 : 500 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId", "intent", "changeset"]);
  const actor = getOrganiser(context).email;
  const done = await runOrLogError(() => restoreMessage(readChangesetId(form), actor, createOneTimeId(form)));
  if (!done) return redirectWithError(SCREEN, FAILURE_MESSAGES.undo);
  return done.value.ok
    ? continueWithSuccess(messageUrl(done.value.id), "Message restored.")
    : redirectWithError(SCREEN, UNDO_REFUSALS.over);
}

export const clientAction = withFormRecovery(refuseMessageForm("undo"));

const SCREEN = href("/admin/messages");

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { messages, deletions, formId } = loaderData;
  return (
    <AdminPage
      title={SCREENS.messages.title}
      actions={
        <>
          <Link to={href("/admin/messages/new")} className="button">
            New message
          </Link>
          <SmallLink to={href("/admin/delegates")}>
            <span className="sr-only">Registered </span>Delegates
          </SmallLink>
        </>
      }
    >
      {messages === null && <LoadFailure text="Failed to load messages" href={href("/admin/messages")} />}
      <RecentDeletions {...{ deletions, formId }} screen={SCREEN} />
      {messages?.listed.length === 0 && (
        <p className="max-w-3xl">
          No messages yet. Write to some or all of the delegates before the day, or when something changes.
        </p>
      )}
      {messages !== null && messages.listed.length > 0 && (
        <>
          <ul className="grid max-w-4xl gap-4">
            {messages.listed.map((message) => (
              <MessageCard key={message.id} message={message} />
            ))}
          </ul>
          <PageLinks {...messages} url={(page) => `${SCREEN}?page=${page}`} />
        </>
      )}
    </AdminPage>
  );
}

function MessageCard({ message }: { message: MessageJson }) {
  const { id, state, recipients, sendAt, updatedAt } = message;
  return (
    <li className="card p-5">
      <h2 className="wrap-anywhere text-xl">
        <Link to={messageUrl(id)} className="card-link">
          {messageName(message)}
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-base">
        <MessageBadge message={message} />
        <span>To {delegateCountText(recipients)}</span>
        {isMessageEditable(message) ? (
          // The time distinguishes messages without a subject.
          <span className="text-muted">
            Last changed on <Timestamp at={updatedAt} />
          </span>
        ) : (
          sendAt && (
            <span className="text-muted">
              {state === "promised" ? "Will be sent on" : "Sent on"} <Timestamp at={sendAt} />
            </span>
          )
        )}
      </p>
      {state === "started" && <p className="mt-2 text-base tabular-nums">{messageProgress(message)}</p>}
    </li>
  );
}
