// The dialogs of the panel: a form, and a question before something is done.
import type { SubmissionResult } from "@conform-to/react";
import { useMemo, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { ReturnToPlace } from "#app/components/admin/kept-place.tsx";
import { DraftNotice, GoneButtons, GoneNotice, StaleNotice } from "#app/components/admin/notices.tsx";
import { LeaveDialog, useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import type { fieldsOf } from "#app/components/form/field.tsx";
import { ClosingLink, UrlDialog } from "#app/components/url-dialog.tsx";
import { SAVE_ANEW, type SaveConflict } from "#app/http/refusal.ts";
import { type EditableWords, screenOf } from "#app/models/editable/words.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";
import { capitalise } from "#app/platform/text.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** A form that was not saved: what was typed, what is wrong with it, or what it came into conflict with. */
export type Refused = { result: SubmissionResult | undefined; conflict: SaveConflict | null };

/** The form of a new thing, or of the one with `editedId`, which may be gone (`item` is null then). */
export type OpenForm<Item, Name extends string> = {
  words: EditableWords;
  editedId: number | null;
  item: Item | null;
  formId: string;
  refused: Refused | undefined;
  /** What was typed before, into a form that came back or whose login had ended. */
  typed: Record<string, string> | null;
  /** The version that the form knows, in milliseconds, or ''. */
  seen: string;
  /** Whether it came with answers that were never saved, such as from before a login ended. */
  isDraft: boolean;
  /** The fields of what is edited as they are saved now; null for a new one. */
  current: Record<string, React.ReactNode> | null;
  /** What is edited was deleted: whether that can still be undone. */
  gone: { deletion: Undoable | null } | null;
  field: ReturnType<typeof fieldsOf<Name>>;
};

/**
 * A form in a dialog of an admin screen; it is sent to the dialog's own address, so errors find it open. What
 * kept it from being saved is told in it, with what there is to choose between.
 */
export function FormDialog<Item, Name extends string>({
  form: { words, editedId, formId, refused, seen, isDraft, current, gone },
  address,
  hasFile = false,
  children,
}: {
  form: OpenForm<Item, Name>;
  /** Where it stands, if that is not the screen of a list: what is below it, and its own address. */
  address?: { screen: string; action: string };
  hasFile?: boolean;
  children: React.ReactNode;
}) {
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
  const isAdding = isNew || (gone !== null && formData?.get("intent") === SAVE_ANEW);
  const close = useClose(screen);
  // The summary takes the focus anew with new problems, not with each question about leaving.
  const problems = useMemo(() => formProblems(result, words.labels), [result, words]);
  const { form, onSubmit, blocker } = useUnsavedChanges({
    isRefused: isDraft || result !== undefined,
    isDialog: true,
  });
  return (
    <UrlDialog
      title={`${isNew ? "Add" : "Edit"} ${noun}`}
      closeHref={screen}
      // Escape while the question is open answers it: stay.
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
        onSubmit={onSubmit}
        method="post"
        action={action}
        encType={hasFile ? "multipart/form-data" : undefined}
        noValidate
        className="mt-4"
        preventScrollReset
      >
        <input type="hidden" name="formId" value={formId} />
        {/* Shown again after somebody else's save, the form has seen that save. */}
        <input type="hidden" name="seen" value={seen} />
        <ReturnToPlace at="edit" />
        {children}
        <DialogFooter>
          {gone ? (
            <GoneButtons deletion={gone.deletion} isBusy={isBusy} />
          ) : (
            <button type="submit" className="button" disabled={isBusy}>
              {isBusy ? "Saving..." : `${isNew ? "Create" : "Save"} ${noun}`}
            </button>
          )}
        </DialogFooter>
      </Form>
      <LeaveDialog blocker={blocker} />
    </UrlDialog>
  );
}

/** The buttons of a form in a dialog, and the way out beside them: in sight however long the form is. */
export const DialogFooter = ({ children }: { children: React.ReactNode }) => (
  <div className="dialog-end">
    {children}
    <ClosingLink>Cancel</ClosingLink>
  </div>
);

/** Asks before something is done that is not taken back by a click: what it is, and one button that does it. */
export function ConfirmDialog({
  title,
  screen,
  action,
  intent,
  button,
  busy,
  leaves = false,
  returnFocusTo,
  formId,
  children,
}: {
  title: string;
  /** The address of what is below it. */
  screen: string;
  /** Where the form is sent, if that is not the dialog’s own address. */
  action?: string;
  intent: string;
  button: string;
  /** What the button says meanwhile. */
  busy: string;
  /** Whether another page follows, from its beginning. */
  leaves?: boolean;
  returnFocusTo: string;
  formId: string;
  children: React.ReactNode;
}) {
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

/** Asks before something is deleted, and names what goes with it. */
export function DeleteDialog({
  what,
  name,
  alsoRemoves,
  ...dialog
}: {
  /** What kind of thing it is: speaker, session. */
  what: string;
  /** What is deleted, as the question has it: a session's title comes in quotes. */
  name: string;
  alsoRemoves: string | null;
  screen: string;
  action: string;
  leaves?: boolean;
  returnFocusTo: string;
  formId: string;
}) {
  return (
    <ConfirmDialog title={`Delete ${what}`} intent="delete" button="Delete" busy="Deleting..." {...dialog}>
      <p className="wrap-anywhere mt-4">Are you sure you want to delete {name}?</p>
      {alsoRemoves && <p className="mt-2 text-muted">{alsoRemoves}</p>}
    </ConfirmDialog>
  );
}

/** The address asks for something that is not there any more. */
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

/** "Also removes 2 connections.", or null for none. */
export const alsoRemovesConnections = (count: number): string | null =>
  count === 0 ? null : `This also removes ${counted(count, "connection")}.`;

/**
 * The version that a form was opened with, or came back with. It stays the form's own, however often the list behind
 * it is reloaded: its fields are no newer, and with a newer version a save would overwrite someone else's.
 * A form that tells of such a save shows it as the list has it, so there it is the list's version that is known.
 */
export function useOwnVersion({
  editedId,
  refused,
  seen,
}: Pick<OpenForm<unknown, string>, "editedId" | "refused" | "seen">): string {
  const [own, setOwn] = useState({ editedId, refused, seen });
  if (refused?.conflict === "stale") return seen;
  // An address that names no number has NaN, which is not equal to itself.
  if (Object.is(own.editedId, editedId) && own.refused === refused) return own.seen;
  setOwn({ editedId, refused, seen });
  return seen;
}
