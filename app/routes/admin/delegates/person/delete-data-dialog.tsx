import { ConfirmDialog } from "#app/components/admin/dialogs.tsx";
import { formatReference } from "#app/models/delegate/reference.ts";
import type { DelegateJson } from "#app/vocabulary/registration.ts";

/** Asks before somebody's personal data is deleted, and says what goes and what stays. */
export function DeleteDataDialog({
  delegate,
  mailCount,
  screen,
  formId,
}: {
  delegate: DelegateJson;
  mailCount: number;
  /** The address of the page below the dialog. */
  screen: string;
  formId: string;
}) {
  const mails = mailCount === 1 ? "email" : `${mailCount} emails`;
  return (
    <ConfirmDialog
      title="Delete personal data"
      intent="delete"
      button="Delete personal data"
      busy="Deleting..."
      leaves
      returnFocusTo="delete"
      {...{ screen, formId }}
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to delete everything that is stored about {delegate.name}
        {delegate.email && ` (${delegate.email})`}?
      </p>
      <p className="mt-2 text-muted">
        This deletes the registration {formatReference(delegate.reference)}
        {mailCount > 0 && ` and its ${mails}`}. It cannot be undone. Messages that were written to them alone
        go too. The log keeps the reference, and earlier backups keep everything until you delete them.
      </p>
    </ConfirmDialog>
  );
}
