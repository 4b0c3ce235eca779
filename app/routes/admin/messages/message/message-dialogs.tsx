import { ConfirmDialog, DeleteDialog } from "#app/components/admin/dialogs.tsx";
import { messageAddress, questionAddress } from "#app/routes/admin/messages/message-address.ts";
import { numberText } from "#app/vocabulary/counted.ts";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { type MessageJson, messageName } from "#app/vocabulary/organiser-message.ts";

type Asked = { message: MessageJson; formId: string };

/** Asks before a message is stopped on its way out. */
export function StopDialog({ message, formId }: Asked) {
  const { id, delivered, waiting, failed } = message;
  const many = numberText(delivered + failed);
  return (
    <ConfirmDialog
      title="Stop sending"
      screen={messageAddress(id)}
      action={questionAddress(id, "stop")}
      intent="stop"
      button="Stop sending"
      busy="Stopping..."
      returnFocusTo="stop"
      formId={formId}
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to stop “{messageName(message)}”? It waits for {countedDelegates(waiting)}, who
        would not get it any more.
      </p>
      <p className="mt-2 text-muted">{many} went out already. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

/** Asks before a message is deleted that nobody was promised; no leads to `screen`. */
export const DeleteMessageDialog = ({ message, formId, screen }: Asked & { screen: string }) => (
  <DeleteDialog
    what="message"
    name={message.subject === "" ? "this message" : `“${messageName(message)}”`}
    alsoRemoves={`${message.isRestored ? "" : "No one has got it. "}It was to go to ${countedDelegates(message.recipients)}.`}
    screen={screen}
    action={questionAddress(message.id, "delete")}
    leaves
    returnFocusTo="delete"
    formId={formId}
  />
);
