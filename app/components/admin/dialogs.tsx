import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import {
  DeletedButtons,
  DeletedNotice,
  DraftNotice,
  StaleNotice,
} from "#app/components/admin/form-notices.tsx";
import { ReturnField } from "#app/components/admin/return-field.tsx";
import { LeaveDialog, useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import type { fieldsOf } from "#app/components/form/field.tsx";
import { ClosingLink, UrlDialog } from "#app/components/url-dialog.tsx";
import { SAVE_AS_NEW_INTENT, type SaveConflict } from "#app/http/refusal.ts";
import { type EditableWords, screenOf } from "#app/models/editable/words.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";
import { capitalise } from "#app/platform/text.ts";
import { counted } from "#app/vocabulary/counted.ts";

export type Refused = { result: SubmissionResult | undefined; conflict: SaveConflict | null };

/** `editedId` is null for a new item; `item` is null for a new or deleted item. */
export type OpenForm<Item, Name extends string> = {
  words: EditableWords;
  editedId: number | null;
  item: Item | null;
  formId: string;
  refused: Refused | undefined;
  /** Values of a refused form or of a draft. */
  typed: Record<string, string> | null;
  /** Version on which the form is based, in milliseconds since 1970; '' for a new item. */
  seen: string;
  /** True if `typed` is a draft: a form that was submitted after the login had ended. */
  isDraft: boolean;
  /** Saved values for display; null for a new item. */
  current: Record<string, React.ReactNode> | null;
  /** Set for a deleted item; `deletion` is null if the deletion can no longer be undone. */
  deleted: { deletion: Undoable | null } | null;
  field: ReturnType<typeof fieldsOf<Name>>;
};

/** Posts to the dialog's own address, so that the dialog stays open if the form is refused. */
export function FormDialog<Item, Name extends string>(props: {
  form: OpenForm<Item, Name>;
  /** Addresses of the page behind the dialog and of the form. Default: those of the item's list. */
  address?: { screen: string; action: string };
  hasFile?: boolean;
  children: React.ReactNode;
}) {
  const { address, hasFile = false, children } = props;
  const { words, editedId, formId, refused, seen, isDraft, current, deleted } = props.form;
  const { result, conflict } = refused ?? {};
  const isNew = editedId === null;
  const list = screenOf(words);
  const { screen, action } = address ?? {
    screen: list,
    action: isNew ? `${list}?add=` : `${list}?edit=${editedId}`,
  };
  const noun = capitalise(words.noun);
  const { formAction, formData } = useNavigation();
  const isBusy = formAction === action;
  const isAdding = isNew || (deleted !== null && formData?.get("intent") === SAVE_AS_NEW_INTENT);
  const close = useClose(screen);
  // Memoised, because each new array moves the focus to the error summary.
  const problems = useMemo(() => formProblems(result, words.labels), [result, words]);
  const { form, onKeyDown, onSubmit, blocker } = useUnsavedChanges({
    isRefused: isDraft || result !== undefined,
    isDialog: true,
  });
  return (
    <UrlDialog
      title={`${isNew ? "Add" : "Edit"} ${noun}`}
      closeHref={screen}
      // While the unsaved-changes dialog is open, Escape closes only that dialog.
      onClose={() => (blocker.state === "blocked" ? blocker.reset() : close())}
      returnFocusTo={isAdding ? "add" : `edit-${editedId}`}
      hasFocus
    >
      <div className="mt-4">
        <ErrorSummary problems={problems} />
      </div>
      {isDraft && result === undefined && <DraftNotice />}
      {conflict === "stale" && current && <StaleNotice labels={words.labels} current={current} />}
      {deleted && <DeletedNotice words={words} deletion={deleted.deletion} />}
      <Form
        ref={form}
        onKeyDown={onKeyDown}
        onSubmit={onSubmit}
        method="post"
        action={action}
        encType={hasFile ? "multipart/form-data" : undefined}
        noValidate
        className="mt-4"
        preventScrollReset
      >
        <input type="hidden" name="formId" value={formId} />
        {/* After a conflict, `seen` is the version shown above the form. */}
        <input type="hidden" name="seen" value={seen} />
        <ReturnField at="edit" />
        {children}
        <DialogFooter>
          {deleted ? (
            <DeletedButtons deletion={deleted.deletion} isBusy={isBusy} />
          ) : (
            <div className={conflict === "stale" ? "basis-full" : ""}>
              <button type="submit" className="button" disabled={isBusy}>
                {isBusy ? "Saving..." : `${isNew ? "Create" : "Save"} ${noun}`}
              </button>
            </div>
          )}
          {/* Appears where the button was, so that a double click cannot overwrite the version above. */}
          {conflict === "stale" && <p className="text-base">Saving again replaces the version above.</p>}
        </DialogFooter>
      </Form>
      <LeaveDialog blocker={blocker} />
    </UrlDialog>
  );
}

const DialogFooter = ({ children }: { children: React.ReactNode }) => (
  <div className="dialog-end">
    {children}
    <ClosingLink>Cancel</ClosingLink>
  </div>
);

type ConfirmDialogProps = {
  title: string;
  /** Address of the page behind the dialog. */
  screen: string;
  /** Address of the form, if it differs from the dialog's. */
  action?: string;
  intent: string;
  button: string;
  busy: string;
  className?: string;
  /** True if the submission leads to a different page, which then starts at the top. */
  leaves?: boolean;
  returnFocusTo: string;
  formId: string;
  hiddenFields?: React.ReactNode;
  children: React.ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, screen, action, intent, button, busy, className = "button button-danger" } = props;
  const { leaves = false, returnFocusTo, formId, hiddenFields, children } = props;
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <UrlDialog title={title} closeHref={screen} onClose={useClose(screen)} returnFocusTo={returnFocusTo}>
      {children}
      <Form method="post" action={action} className="mt-6" preventScrollReset={!leaves}>
        <input type="hidden" name="formId" value={formId} />
        {hiddenFields}
        <DialogFooter>
          <button type="submit" className={className} name="intent" value={intent} disabled={isBusy}>
            {isBusy ? busy : button}
          </button>
        </DialogFooter>
      </Form>
    </UrlDialog>
  );
}

type DeleteDialogProps = {
  /** Noun for the item, such as 'speaker'. */
  what: string;
  /** Name of the item, in quotation marks if it is a session's title. */
  name: string;
  alsoRemoves: string | null;
  screen: string;
  action: string;
  leaves?: boolean;
  returnFocusTo: string;
  formId: string;
};

export function DeleteDialog({ what, name, alsoRemoves, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog title={`Delete ${what}`} intent="delete" button="Delete" busy="Deleting..." {...dialog}>
      <p className="wrap-anywhere mt-4">Are you sure you want to delete {name}?</p>
      {alsoRemoves && <p className="mt-2 text-muted">{alsoRemoves}</p>}
    </ConfirmDialog>
  );
}

export function MissingDialog(props: { screen: string; what: string; done?: string }) {
  const { screen, what, done = "deleted" } = props;
  return (
    <UrlDialog
      title={`This ${what} no longer exists`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo="main"
      closingText="Back to the list"
    >
      <p className="mt-4">It has since been {done}. The list behind this message is up to date.</p>
    </UrlDialog>
  );
}

export function useClose(screen: string) {
  const navigate = useNavigate();
  return () => navigate(screen, { replace: true, preventScrollReset: true });
}

export const alsoRemovesConnections = (count: number): string | null =>
  count === 0 ? null : `This also removes ${counted(count, "connection")}.`;

// If the list reloads meanwhile, its newer version would overwrite another person's changes.
/** Returns the version with which the form was opened or last refused. */
export function useFormVersion(
  form: Pick<OpenForm<unknown, string>, "editedId" | "refused" | "seen">,
): string {
  const { editedId, refused, seen } = form;
  const [own, setOwn] = useState({ editedId, refused, seen });
  if (refused?.conflict === "stale") return seen;
  // The id is NaN if the address contains no number, and NaN !== NaN.
  if (Object.is(own.editedId, editedId) && own.refused === refused) return own.seen;
  setOwn({ editedId, refused, seen });
  return seen;
}
