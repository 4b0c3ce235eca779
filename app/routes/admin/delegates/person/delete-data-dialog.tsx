import { Form, useNavigation } from "react-router";
import { DialogFooter, useClose } from "#app/components/admin/dialogs.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
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
  const isBusy = useNavigation().formData?.get("intent") === "delete";
  const mails = mailCount === 1 ? "email" : `${mailCount} emails`;
  return (
    <UrlDialog
      title="Delete personal data"
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo="delete"
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to delete everything that is stored about {delegate.name} ({delegate.email})?
      </p>
      <p className="mt-2 text-muted">
        This deletes the registration {formatReference(delegate.reference)}
        {mailCount > 0 && ` and its ${mails}`}. It cannot be undone. Messages that were written to them alone
        go too. The log keeps the reference, and earlier backups keep everything until you delete them.
      </p>
      <Form method="post" className="mt-6">
        <input type="hidden" name="formId" value={formId} />
        <DialogFooter>
          <button
            type="submit"
            className="button button-danger"
            name="intent"
            value="delete"
            disabled={isBusy}
          >
            {isBusy ? "Deleting..." : "Delete personal data"}
          </button>
        </DialogFooter>
      </Form>
    </UrlDialog>
  );
}
