import { data, href, redirect } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { ConfirmDialog, DeleteDialog } from "#app/components/admin/dialogs.tsx";
import { HistoryList } from "#app/components/admin/history-list.tsx";
import { useFocusOnChange } from "#app/components/admin/use-focus.ts";
import { conference } from "#app/conference/conference.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import type { RefreshingPage } from "#app/http/navigation-failure.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { listHistory } from "#app/models/history/history.server.ts";
import { getMessage } from "#app/models/message/message.server.ts";
import { sendTimeLimits } from "#app/models/message/send-time.server.ts";
import { listUnreachedDelegates } from "#app/models/outbox/message-mail.server.ts";
import { numberText } from "#app/platform/text.ts";
import {
  confirmationUrl,
  editUrl,
  MESSAGE_STATE_ELEMENT_ID,
  messageUrl,
} from "#app/routes/admin/delegates/list-url.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { Delivery } from "#app/routes/admin/messages/message/delivery.tsx";
import { DraftMessage } from "#app/routes/admin/messages/message/draft-message.tsx";
import { messageAction, readPreview } from "#app/routes/admin/messages/message/message.server.ts";
import { MessageBadge } from "#app/routes/admin/messages/message-badge.tsx";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { RuledSection, SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict, useNextSearch } from "#app/routes/admin/use-dialog.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  canBeStopped,
  isMessageEditable,
  type MessageJson,
  messageName,
  secondsUntilChange,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/message";

export const meta = () => [];

export const handle: RefreshingPage<Route.ComponentProps["loaderData"]> = {
  // A reload would close an open confirmation dialog.
  refreshAfter: ({ message, now, isAsking }) => (isAsking ? null : secondsUntilChange(message, now)),
};

const MAX_NAMED = 50;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const message = await getMessage(parseId(params.id) ?? 0);
  if (!message) throw data({ message: "This message no longer exists." }, { status: 404 });
  const { searchParams } = new URL(request.url);
  const isAsking = searchParams.has("stop") || searchParams.has("delete");
  if (message.subject === "" && isMessageEditable(message) && !isAsking) throw redirect(editUrl(message.id));
  return {
    message,
    isAsking,
    preview: isMessageEditable(message) && message.subject !== "" ? await readPreview(message) : null,
    unreached: message.failed > 0 ? listUnreachedDelegates(message.id, MAX_NAMED) : [],
    history: await listHistory("message", message.id),
    mail: getMailStatus(),
    organiser: getOrganiser(context).email,
    timeZone: conference.timeZone,
    sendTime: sendTimeLimits(),
    now: Date.now(),
    formId: crypto.randomUUID(),
  };
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, params, context }: Route.ActionArgs) =>
  messageAction(request, parseId(params.id) ?? 0, getOrganiser(context).email);

export const clientAction = withFormRecovery(refuseMessageForm("send"));

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { message, preview, history, mail, formId } = loaderData;
  useFocusOnChange(message.isStopped ? "stopped" : message.state, MESSAGE_STATE_ELEMENT_ID);
  const shown = new URLSearchParams(useNextSearch());
  const isStopping = shown.has("stop") && canBeStopped(message);
  const isDeleting = shown.has("delete") && isMessageEditable(message);
  return (
    <>
      <AdminPage
        strip={<MailNotice {...mail} />}
        title={messageName(message)}
        subtitle={
          <>
            <MessageBadge message={message} /> To {delegateCountText(message.recipients)}
          </>
        }
        isRefused={actionData?.result?.error !== undefined}
        inert={isStopping || isDeleting}
        actions={
          <>
            {isMessageEditable(message) && (
              <>
                <SmallLink to={editUrl(message.id)}>
                  Edit<span className="sr-only"> the message</span>
                </SmallLink>
                <SmallLink id="delete" to={confirmationUrl(message.id, "delete")} preventScrollReset>
                  Delete<span className="sr-only"> the message</span>
                </SmallLink>
              </>
            )}
            <SmallLink to={href("/admin/messages")}>{SCREENS.messages.title}</SmallLink>
          </>
        }
      >
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10">
          {isMessageEditable(message) ? (
            <DraftMessage {...loaderData} preview={preview} result={actionData?.result} />
          ) : (
            <Delivery {...loaderData} />
          )}
          <RuledSection id="history" title="History">
            <HistoryList entries={history.map((entry) => ({ ...entry, changes: [] }))} />
          </RuledSection>
        </div>
      </AdminPage>
      {isStopping && <StopDialog {...{ message, formId }} />}
      {isDeleting && <DeleteMessageDialog {...{ message, formId }} />}
    </>
  );
}

type Asked = { message: MessageJson; formId: string };

function StopDialog({ message, formId }: Asked) {
  const { id, delivered, waiting, failed } = message;
  return (
    <ConfirmDialog
      title="Stop sending"
      screen={messageUrl(id)}
      action={confirmationUrl(id, "stop")}
      intent="stop"
      button="Stop sending"
      busy="Stopping..."
      returnFocusTo="stop"
      formId={formId}
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to stop “{messageName(message)}”? {delegateCountText(waiting)} will not receive
        it.
      </p>
      <p className="mt-2 text-muted">
        This cannot be undone. Emails already sent: {numberText(delivered + failed)}.
      </p>
    </ConfirmDialog>
  );
}

const DeleteMessageDialog = ({ message, formId }: Asked) => (
  <DeleteDialog
    what="message"
    name={message.subject === "" ? "this message" : `“${messageName(message)}”`}
    alsoRemoves={`${message.isRestored ? "" : "No one has received it. "}It was addressed to ${delegateCountText(message.recipients)}.`}
    screen={messageUrl(message.id)}
    action={confirmationUrl(message.id, "delete")}
    leaves
    returnFocusTo="delete"
    formId={formId}
  />
);
