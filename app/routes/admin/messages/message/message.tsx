import { data } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { ConfirmDialog, DeleteDialog } from "#app/components/admin/dialogs.tsx";
import { DeletedItemPage, PanelNotFound } from "#app/components/admin/fallback-pages.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { HistoryList } from "#app/components/admin/history-list.tsx";
import { useFocusOnChange } from "#app/components/admin/use-focus.ts";
import { conference } from "#app/conference/conference.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import type { RefreshingPage } from "#app/http/navigation-failure.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { previewParts } from "#app/mail/message-letter.server.ts";
import { listHistory } from "#app/models/history/history.server.ts";
import { getMessage, listFirstAddressees } from "#app/models/message/message.server.ts";
import { sendTimeLimits } from "#app/models/message/send-time.server.ts";
import { listUnreachedDelegates } from "#app/models/outbox/message-mail.server.ts";
import { numberText } from "#app/platform/text.ts";
import {
  confirmationUrl,
  MESSAGE_STATE_ELEMENT_ID,
  messageUrl,
} from "#app/routes/admin/delegates/list-url.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { refuseMessageForm } from "#app/routes/admin/messages/failures.ts";
import { Delivery } from "#app/routes/admin/messages/message/delivery.tsx";
import { messageAction } from "#app/routes/admin/messages/message/message.server.ts";
import { type MessageScreenProps, WriteForm } from "#app/routes/admin/messages/message/write-form.tsx";
import { MessageBadge } from "#app/routes/admin/messages/message-badge.tsx";
import { RuledSection, SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict, useNextSearch } from "#app/routes/admin/use-dialog.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  canBeStopped,
  isMessageEditable,
  MESSAGE_LABELS,
  type MessageJson,
  messageName,
  recipientsText,
  secondsUntilChange,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/message";

export const handle: RefreshingPage<Route.ComponentProps["loaderData"]> = {
  // A reload would close an open confirmation dialog.
  refreshAfter: ({ message, now, isAsking }) =>
    message === null || isAsking ? null : secondsUntilChange(message, now),
};

const MAX_UNREACHED = 50;
const MAX_NAMED = 3;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const message = await getMessage(parseId(params.id) ?? 0);
  const { searchParams } = new URL(request.url);
  const isUnsent = message !== null && isMessageEditable(message);
  const recipients = isUnsent ? await listFirstAddressees(message, MAX_NAMED) : [];
  return data(
    {
      message,
      isAsking: searchParams.has("stop") || searchParams.has("delete"),
      /** Names of the first recipients. */
      names: recipients.map(({ name }) => name),
      /** Null if the message has no recipients. */
      preview: recipients[0] ? previewParts(recipients[0]) : null,
      draft: await loadDraft({ request, context }),
      unreached: message && message.failed > 0 ? listUnreachedDelegates(message.id, MAX_UNREACHED) : [],
      history: message ? await listHistory("message", message.id) : [],
      mail: getMailStatus(),
      organiser: getOrganiser(context).email,
      timeZone: conference.timeZone,
      sendTime: sendTimeLimits(),
      /** Time at which the data was read, in milliseconds since 1970. */
      now: Date.now(),
      formId: crypto.randomUUID(),
    },
    // The 404 page shows the input for a message that has been deleted.
    { status: message ? 200 : 404 },
  );
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, params, context }: Route.ActionArgs) =>
  messageAction(request, parseId(params.id) ?? 0, getOrganiser(context).email);

export const clientAction = withFormRecovery(refuseMessageForm("save"));

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { message } = loaderData;
  const { result, conflict } = actionData ?? {};
  const draft = textIn(loaderData.draft);
  const typed = textIn(submittedValues(result)) ?? draft;
  if (message !== null && (isMessageEditable(message) || typed === null))
    return <MessageScreen {...{ ...loaderData, message, draft, result, conflict }} />;
  if (typed === null) return <PanelNotFound text="This message no longer exists." />;
  return (
    <DeletedItemPage
      text={
        message === null
          ? "This message has since been deleted. It can be restored from the list for 10 minutes after the deletion."
          : "This message has since been scheduled or sent, so it cannot be changed."
      }
      labels={MESSAGE_LABELS}
      typed={typed}
      actions={message && <SmallLink to={messageUrl(message.id)}>See its delivery</SmallLink>}
    />
  );
}

const textIn = (values: Record<string, string> | null) => (values?.text === undefined ? null : values);

function MessageScreen(props: MessageScreenProps) {
  const { message, history, mail, formId, result } = props;
  useFocusOnChange(message.isStopped ? "stopped" : message.state, MESSAGE_STATE_ELEMENT_ID);
  const shown = new URLSearchParams(useNextSearch());
  const isUnsent = isMessageEditable(message);
  const isStopping = shown.has("stop") && canBeStopped(message);
  const isDeleting = shown.has("delete") && isUnsent;
  return (
    <>
      <AdminPage
        strip={<MailNotice {...mail} />}
        title={message.subject === "" ? "New message" : messageName(message)}
        subtitle={
          <>
            <MessageBadge message={message} /> {!isUnsent && `To ${recipientsText(message)}`}
          </>
        }
        isRefused={result?.error !== undefined}
        inert={isStopping || isDeleting}
        actions={
          isUnsent && (
            <SmallLink id="delete" to={confirmationUrl(message.id, "delete")} preventScrollReset>
              Delete<span className="sr-only"> the message</span>
            </SmallLink>
          )
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          {isUnsent ? <WriteForm {...props} /> : <Delivery {...props} />}
          <RuledSection id="history" title="History" className="max-w-3xl">
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
    alsoRemoves={`${message.isRestored ? "" : "No one has received it. "}It was addressed to ${recipientsText(message)}.`}
    screen={messageUrl(message.id)}
    action={confirmationUrl(message.id, "delete")}
    leaves
    returnFocusTo="delete"
    formId={formId}
  />
);
