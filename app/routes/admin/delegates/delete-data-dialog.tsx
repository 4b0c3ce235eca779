import { Form, useNavigate, useNavigation } from "react-router";
import { MissingDialog } from "#app/components/admin/dialogs.tsx";
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
  delegate: DelegateJson | null;
  mailCount: number;
  /** The address of the desk below the dialog. */
  screen: string;
  formId: string;
}) {
  const navigate = useNavigate();
  const isBusy = useNavigation().formData?.get("intent") === "delete";
  if (!delegate) return <MissingDialog screen={screen} what="delegate" />;
  const mails = mailCount === 1 ? "email" : `${mailCount} emails`;
  return (
    <UrlDialog
      title="Delete personal data"
      closeHref={screen}
      onClose={() => navigate(screen, { replace: true, preventScrollReset: true })}
      returnFocusTo={`delete-${delegate.id}`}
      closingText="Cancel"
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to delete everything that is stored about {delegate.name} ({delegate.email})?
      </p>
      <p className="mt-2 text-muted">
        This deletes the registration {formatReference(delegate.reference)}
        {mailCount > 0 && ` and its ${mails}`}. It cannot be undone. The log keeps the reference, and earlier
        backups keep everything until you delete them.
      </p>
      <Form method="post" className="mt-6" preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="delegate" value={delegate.id} />
        <button type="submit" className="button" name="intent" value="delete" disabled={isBusy}>
          {isBusy ? "Deleting..." : "Delete personal data"}
        </button>
      </Form>
    </UrlDialog>
  );
}
