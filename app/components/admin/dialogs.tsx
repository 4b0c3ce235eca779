import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { DraftNotice, GoneButtons, GoneNotice, StaleNotice } from "#app/components/admin/notices.tsx";
import { ReturnToPlace } from "#app/components/admin/return-to-place.tsx";
import { LeaveDialog, useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import type { fieldsOf } from "#app/components/form/field.tsx";
import { ClosingLink, UrlDialog } from "#app/components/url-dialog.tsx";
import { SAVE_AS_NEW_INTENT, type SaveConflict } from "#app/http/refusal.ts";
import { type EditableWords, screenOf } from "#app/models/editable/words.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";
import { capitalise } from "#app/platform/text.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** The form as typed with its problems, and the conflict that kept it from being saved. */
export type Refused = { result: SubmissionResult | undefined; conflict: SaveConflict | null };

/** `editedId` is null for a new item; `item` is null for a deleted one. */
export type OpenForm<Item, Name extends string> = {
  words: EditableWords;
  editedId: number | null;
  item: Item | null;
  formId: string;
  refused: Refused | undefined;
  /** Typed before, into a form that came back or whose login had ended. */
  typed: Record<string, string> | null;
  /** The version that the form knows, in milliseconds, or ''. */
  seen: string;
  /** True for answers that were never saved, such as from before a login ended. */
  isDraft: boolean;
  /** The fields as saved now, or null for a new item. */
  current: Record<string, React.ReactNode> | null;
  /** For a deleted item, the deletion if it can still be undone. */
  gone: { deletion: Undoable | null } | null;
  field: ReturnType<typeof fieldsOf<Name>>;
};

/** The form goes to the dialog's own address, so that errors find it open. */
export function FormDialog<Item, Name extends string>(props: {
  form: OpenForm<Item, Name>;
  /** For a dialog that is not over its list: the address below it, and its own. */
  address?: { screen: string; action: string };
  hasFile?: boolean;
  children: React.ReactNode;
}) {
  const { address, hasFile = false, children } = props;
  const { words, editedId, formId, refused, seen, isDraft, current, gone } = props.form;
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
  const isAdding = isNew || (gone !== null && formData?.get("intent") === SAVE_AS_NEW_INTENT);
  const close = useClose(screen);
  // The summary takes the focus with new problems, not with each question about leaving.
  const problems = useMemo(() => formProblems(result, words.labels), [result, words]);
  const { form, onKeyDown, onSubmit, blocker } = useUnsavedChanges({
    isRefused: isDraft || result !== undefined,
    isDialog: true,
  });
  return (
    <UrlDialog
      title={`${isNew ? "Add" : "Edit"} ${noun}`}
      closeHref={screen}
      // Escape answers an open question: stay.
      onClose={() => (blocker.state === "blocked" ? blocker.reset() : close())}
      returnFocusTo={isAdding ? "add" : `edit-${editedId}`}
      hasFocus
    >
      <div className="mt-4">
        <ErrorSummary problems={problems} />
      </div>
      {isDraft && result === undefined && <DraftNotice />}
      {conflict === "stale" && current && <StaleNotice labels={words.labels} current={current} />}
      {gone && <GoneNotice words={words} deletion={gone.deletion} />}
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
        {/* Once shown after another person's save, the form knows that save. */}
        <input type="hidden" name="seen" value={seen} />
        <ReturnToPlace at="edit" />
        {children}
        <DialogFooter>
          {gone ? (
            <GoneButtons deletion={gone.deletion} isBusy={isBusy} />
          ) : (
            <div className={conflict === "stale" ? "basis-full" : ""}>
              <button type="submit" className="button" disabled={isBusy}>
                {isBusy ? "Saving..." : `${isNew ? "Create" : "Save"} ${noun}`}
              </button>
            </div>
          )}
          {/* In the button's former place: half a double click does not save over another person's version. */}
          {conflict === "stale" && <p className="text-base">Saving again replaces the version above.</p>}
        </DialogFooter>
      </Form>
      <LeaveDialog blocker={blocker} />
    </UrlDialog>
  );
}

/** In sight however long the form is. */
export const DialogFooter = ({ children }: { children: React.ReactNode }) => (
  <div className="dialog-end">
    {children}
    <ClosingLink>Cancel</ClosingLink>
  </div>
);

type ConfirmDialogProps = {
  title: string;
  /** The address below the dialog. */
  screen: string;
  /** The form's address, if it is not the dialog's own. */
  action?: string;
  intent: string;
  button: string;
  busy: string;
  /** Another page follows, from its beginning. */
  leaves?: boolean;
  returnFocusTo: string;
  formId: string;
  children: React.ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, screen, action, intent, button, busy } = props;
  const { leaves = false, returnFocusTo, formId, children } = props;
  const isBusy = useNavigation().formData?.get("intent") === intent;
  return (
    <UrlDialog title={title} closeHref={screen} onClose={useClose(screen)} returnFocusTo={returnFocusTo}>
      {children}
      <Form method="post" action={action} className="mt-6" preventScrollReset={!leaves}>
        <input type="hidden" name="formId" value={formId} />
        <DialogFooter>
          <button
            type="submit"
            className="button button-danger"
            name="intent"
            value={intent}
            disabled={isBusy}
          >
            {isBusy ? busy : button}
          </button>
        </DialogFooter>
      </Form>
    </UrlDialog>
  );
}

type DeleteDialogProps = {
  /** 'speaker' or 'session'. */
  what: string;
  /** As in the question: a session's title comes in quotes. */
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

export function MissingDialog({ screen, what }: { screen: string; what: string }) {
  return (
    <UrlDialog
      title={`This ${what} no longer exists`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo="main"
      closingText="Back to the list"
    >
      <p className="mt-4">It has been deleted in the meantime. The list behind this message is up to date.</p>
    </UrlDialog>
  );
}

export function useClose(screen: string) {
  const navigate = useNavigate();
  return () => navigate(screen, { replace: true, preventScrollReset: true });
}

export const alsoRemovesConnections = (count: number): string | null =>
  count === 0 ? null : `This also removes ${counted(count, "connection")}.`;

// With the version of a reloaded list, a save would overwrite another person's.
/** The version that a form was opened or came back with; for a form that shows a newer save, the list's. */
export function useOwnVersion(
  form: Pick<OpenForm<unknown, string>, "editedId" | "refused" | "seen">,
): string {
  const { editedId, refused, seen } = form;
  const [own, setOwn] = useState({ editedId, refused, seen });
  if (refused?.conflict === "stale") return seen;
  // An address without a number has NaN, which is not equal to itself.
  if (Object.is(own.editedId, editedId) && own.refused === refused) return own.seen;
  setOwn({ editedId, refused, seen });
  return seen;
}
