import { Form, href, useNavigation } from "react-router";
import { DialogFooter, MissingDialog, useClose } from "#app/components/admin/dialogs.tsx";
import { Moment } from "#app/components/admin/moment.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { type OwnLogin, UNKNOWN_BROWSER } from "#app/models/login/login-session.ts";
import { useShownSearch } from "#app/routes/admin/use-dialog.ts";

/** The id in `?end=ID`, or `others`; null where the address asks for no dialog. */
export const useEndDialog = (): string | null => new URLSearchParams(useShownSearch()).get("end");

/** Asks before a login is ended, or all but this one. */
export function EndLoginDialog({
  wanted,
  others,
  formId,
}: {
  wanted: string;
  others: OwnLogin[];
  formId: string;
}) {
  const action = `${href("/admin/logins")}?end=${encodeURIComponent(wanted)}`;
  const isBusy = useNavigation().formAction === action;
  const close = useClose(href("/admin/logins"));
  const chosen = others.find(({ id }) => id === wanted);
  const isAll = wanted === OTHERS && others.length > 0;
  if (!chosen && !isAll) return <MissingDialog screen={href("/admin/logins")} what="login" />;
  const title = isAll ? "End all other logins" : "End this login";
  return (
    <UrlDialog
      title={title}
      closeHref={href("/admin/logins")}
      onClose={close}
      returnFocusTo={`end-${wanted}`}
    >
      <p className="mt-4">
        {isAll || !chosen ? (
          `Are you sure you want to end ${others.length === 1 ? "the other login" : `the ${others.length} other logins`}?`
        ) : (
          <>
            Are you sure you want to end the login of {chosen.browser ?? UNKNOWN_BROWSER}, last used{" "}
            <Moment at={chosen.lastUsedAt} />?
          </>
        )}
      </p>
      <p className="mt-2 text-muted">
        Anything typed there but not saved yet can still be saved after logging in again.
      </p>
      <Form method="post" action={action} className="mt-6" preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="login" value={wanted} />
        <DialogFooter>
          <button type="submit" name="intent" value="end" className="button" disabled={isBusy}>
            {isBusy ? "Ending..." : title}
          </button>
        </DialogFooter>
      </Form>
    </UrlDialog>
  );
}

/** In place of a login's id: every login but the one that asks. */
export const OTHERS = "others";
