import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import {
  DeletedItemNotice,
  DraftNotice,
  SaveAsNewButton,
  StaleNotice,
} from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import type { createFieldProps } from "#app/components/form/field.tsx";
import { HiddenFields, ReturnField } from "#app/components/toast.tsx";
import { CloseLink, UrlDialog, type UrlDialogProps } from "#app/components/url-dialog.tsx";
import { SAVE_AS_NEW_INTENT, type SaveConflict } from "#app/http/refusal.ts";
import { type EditableWords, screenPath } from "#app/models/editable/fields.ts";
import { capitalise, countText } from "#app/platform/text.ts";

export type RefusedFormResult = {
  result: SubmissionResult | undefined;
  conflict: SaveConflict | null;
  answeredAt?: number;
};

/** `editedId` is null for a new item. `item` is null for a new or deleted item. */
export type OpenForm<Item, Name extends string> = {
  words: EditableWords;
  /** URL of the page behind the dialog, if it is not the item list. */
  screen?: string;
  editedId: number | null;
  item: Item | null;
  formId: string;
  refused: RefusedFormResult | undefined;
  /** Values entered in a refused form or a draft. */
  typed: Record<string, string> | null;
  /** Item version that the form is based on, or '' for a new item. */
  seen: string;
  /** True if `typed` is a draft, that is, a form submitted after the login ended. */
  isDraft: boolean;
  /** Saved values for display, or null for a new item. */
  current: Record<string, React.ReactNode> | null;
  isDeleted: boolean;
  field: ReturnType<typeof createFieldProps<Name>>;
};

/** Dialog with a form. Posts to the dialog's own URL, so a refused form stays open. */
export function FormDialog<Item, Name extends string>(props: {
  form: OpenForm<Item, Name>;
  /** Title and button of a form that neither adds nor edits, and the id of the link that opens it. */
  act?: { title: string; openedBy: string };
  /** URLs of the page behind the dialog and of the form's action, if these differ from the list's. */
  url?: { screen: string; action: string };
  hasFile?: boolean;
  /** Class of the fields, if they are not one below the other. */
  fieldsClass?: string;
  children: React.ReactNode;
}) {
  const { url, act, hasFile = false, fieldsClass, children } = props;
  const { words, editedId, formId, refused, isDraft, current, isDeleted } = props.form;
  const seen = useFormVersion(props.form);
  const { result, conflict } = refused ?? {};
  const isNew = editedId === null;
  const list = screenPath(words);
  const { screen, action } = url ?? {
    screen: props.form.screen ?? list,
    action: isNew ? `${list}?add=` : `${list}?edit=${editedId}`,
  };
  const noun = capitalise(words.noun);
  const { formAction, formData } = useNavigation();
  const isBusy = formAction === action;
  const isAdding = isNew || (isDeleted && formData?.get("intent") === SAVE_AS_NEW_INTENT);
  const form = useUnsavedChanges({
    isRefused: isDraft || result !== undefined,
    isDialog: true,
  });
  return (
    <ScreenDialog
      title={act?.title ?? `${isNew ? "Add" : "Edit"} ${noun}`}
      screen={screen}
      returnFocusTo={act?.openedBy ?? (isAdding ? "add" : `edit-${editedId}`)}
      hasFocus
    >
      <div className="mt-4">
        <FormErrors result={result} labels={words.labels} />
      </div>
      {isDraft && result === undefined && <DraftNotice />}
      {conflict === "stale" && current && <StaleNotice labels={words.labels} answers={current} />}
      {isDeleted && <DeletedItemNotice {...words} />}
      <Form
        ref={form}
        method="post"
        action={action}
        encType={hasFile ? "multipart/form-data" : undefined}
        noValidate
        className="mt-4"
        preventScrollReset
      >
        {/* After a conflict, `seen` is the version shown above the form. */}
        <HiddenFields {...{ formId, seen }} />
        <ReturnField at="edit" />
        <div className={fieldsClass}>{children}</div>
        <DialogFooter>
          {isDeleted ? (
            <SaveAsNewButton isBusy={isBusy} />
          ) : (
            <div className={conflict === "stale" ? "basis-full text-end" : ""}>
              <button type="submit" className="button" disabled={isBusy}>
                {isBusy ? "Saving..." : (act?.title ?? `${isNew ? "Create" : "Save"} ${noun}`)}
              </button>
            </div>
          )}
          {/* The button moves away, so a double click cannot replace the version above. */}
          {conflict === "stale" && <p className="text-base">Saving again replaces the version above.</p>}
        </DialogFooter>
      </Form>
    </ScreenDialog>
  );
}

const DialogFooter = ({ children }: { children: React.ReactNode }) => (
  <div className="dialog-end">
    {children}
    <CloseLink>Cancel</CloseLink>
  </div>
);

type ConfirmDialogProps = {
  title: string;
  /** URL of the page behind the dialog. */
  screen: string;
  /** URL of the form's action, if it differs from the dialog's URL. */
  action?: string;
  intent: string;
  button: string;
  busy: string;
  /** True if the submission opens another page, which must be scrolled to its top. */
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
    <ScreenDialog title={title} screen={screen} returnFocusTo={returnFocusTo}>
      {children}
      <Form method="post" action={action} className="mt-6" preventScrollReset={!leaves}>
        <input type="hidden" name="formId" value={formId} />
        <DialogFooter>
          <SubmitButton className="button button-danger" name="intent" value={intent} disabled={isBusy}>
            {isBusy ? busy : button}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </ScreenDialog>
  );
}

type DeleteDialogProps = Omit<ConfirmDialogProps, "title" | "intent" | "button" | "busy" | "children"> & {
  /** Noun for the item, such as 'speaker'. */
  what: string;
  /** Name of the item, in quotation marks if it is a session's title. */
  name: string;
  alsoRemoves: string | null;
};

export function DeleteDialog({ what, name, alsoRemoves, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog title={`Delete ${what}`} intent="delete" button="Delete" busy="Deleting..." {...dialog}>
      <p className="wrap-anywhere mt-4">Are you sure you want to delete {name}?</p>
      {alsoRemoves && <p className="mt-2 text-muted">{alsoRemoves}</p>}
    </ConfirmDialog>
  );
}

export function MissingItemDialog({ screen, what }: { screen: string; what: string }) {
  return (
    <ScreenDialog
      title={`This ${what} no longer exists`}
      screen={screen}
      returnFocusTo="main"
      closingText="Back to the list"
    >
      <p className="mt-4">It has since been deleted. The list behind this message is up to date.</p>
    </ScreenDialog>
  );
}

type ScreenDialogProps = { screen: string } & Omit<UrlDialogProps, "closeHref" | "onClose">;

/** `screen` is the URL of the page behind the dialog. */
export function ScreenDialog({ screen, ...dialog }: ScreenDialogProps) {
  const navigate = useNavigate();
  const close = () => navigate(screen, { replace: true, preventScrollReset: true });
  return <UrlDialog closeHref={screen} onClose={close} {...dialog} />;
}

export const removedConnectionsText = (count: number): string | null =>
  count === 0 ? null : `This also removes ${countText(count, "connection")}.`;

/**
 * Returns the item's version at the time when the form was opened or last refused. A list reload must
 * not update the version, or a save could overwrite another user's changes.
 */
function useFormVersion(form: Pick<OpenForm<unknown, string>, "editedId" | "refused" | "seen">): string {
  const { editedId, refused, seen } = form;
  const [own, setOwn] = useState({ editedId, refused, seen });
  if (refused?.conflict === "stale") return seen;
  // Uses Object.is, because the id is NaN if the URL contains no number.
  if (Object.is(own.editedId, editedId) && own.refused === refused) return own.seen;
  setOwn({ editedId, refused, seen });
  return seen;
}
