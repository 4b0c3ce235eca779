import {
  alsoRemovesConnections,
  DeleteDialog,
  MissingDialog,
  type OpenForm,
  type Refused,
} from "#app/components/admin/dialogs.tsx";
import { HistoryDialog } from "#app/components/admin/history.tsx";
import { formIdOf, seenOf, typedOf } from "#app/components/admin/notices.tsx";
import { fieldsOf } from "#app/components/form/field.tsx";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import { type EditableWords, screenOf } from "#app/models/editable/words.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import type { Dialog } from "#app/routes/admin/use-dialog.ts";

export type Item = { id: number; updatedAt: string; connectionCount?: number };

/** How one kind of things is shown in dialogs. */
export type DialogsOf<Shown extends Item, Words extends EditableWords> = {
  words: Words;
  nameOf: (item: Shown) => string;
  /** The same in the question before it is deleted, where it differs (specification, 5). */
  nameInQuestion?: (item: Shown) => string;
  /** What stands in the fields of its form. */
  toFormValues: (item: Shown) => Record<string, string>;
  /** The fields that are shown in another way than they are sent, beside those of a form in conflict. */
  toShownValues?: (item: Shown) => Record<string, React.ReactNode>;
  form: (form: OpenForm<Shown, keyof Words["labels"] & string>) => React.ReactNode;
};

/** What a screen's loader gives for them (`loadEditing`). */
export type Editing = {
  formId: string;
  draft: Record<string, string> | null;
  deletions: RecentDeletion[];
  histories: Record<number, HistoryEntry[]>;
  wholeHistory: HistoryEntry[] | null;
};

/** Add, edit and delete (specification, 2 and 5): an empty form, one filled from the item, a question. And the history. */
export function EditableDialogs<Shown extends Item, Words extends EditableWords>({
  dialog,
  items,
  editing: { formId, draft, deletions, histories, wholeHistory },
  refused,
  words,
  nameOf,
  nameInQuestion = nameOf,
  toFormValues,
  toShownValues,
  form,
}: DialogsOf<Shown, Words> & {
  dialog: Dialog;
  items: Shown[];
  editing: Editing;
  refused: Refused | undefined;
}) {
  const screen = screenOf(words);
  const item = dialog.mode === "add" ? null : items.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        whole={wholeHistory}
        known={histories[dialog.id]}
        name={item ? nameOf(item) : null}
        screen={screen}
        returnFocusTo={`history-${dialog.id}`}
      />
    );
  }
  const typed = typedOf(refused?.result) ?? draft;
  if (item === undefined && (dialog.mode === "delete" || !typed)) {
    return <MissingDialog screen={screen} what={words.noun} />;
  }
  if (dialog.mode === "delete" && item) {
    return (
      <DeleteDialog
        what={words.noun}
        name={nameInQuestion(item)}
        alsoRemoves={alsoRemovesConnections(item.connectionCount ?? 0)}
        screen={screen}
        action={`${screen}?delete=${item.id}`}
        returnFocusTo={`delete-${item.id}`}
        formId={formId}
      />
    );
  }
  const editedId = item === null ? null : dialog.id;
  const isGone = editedId !== null && (!item || refused?.conflict === "notFound");
  const values = item ? toFormValues(item) : {};
  return form({
    words,
    editedId,
    item: item ?? null,
    formId: formIdOf(formId, typed, refused?.conflict),
    refused,
    typed,
    seen: seenOf(item, typed, refused?.conflict),
    isDraft: draft !== null,
    current: item ? { ...values, ...toShownValues?.(item) } : null,
    gone: isGone ? { deletion: deletions.find(({ subjectId }) => subjectId === editedId) ?? null } : null,
    field: fieldsOf<keyof Words["labels"] & string>(words.labels, refused?.result, typed ?? values),
  });
}
