import { Link } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import {
  DeleteDialog,
  MissingItemDialog,
  type OpenForm,
  type RefusedFormResult,
  removedConnectionsText,
} from "#app/components/admin/dialogs.tsx";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { displayValues, initialFormValues } from "#app/components/admin/form-fields.tsx";
import { getFormId, getFormVersion, submittedValues } from "#app/components/admin/form-notices.tsx";
import { HistoryDialog } from "#app/components/admin/history-list.tsx";
import { ListTools, type ListToolsProps } from "#app/components/admin/list-search.tsx";
import { RecentDeletions } from "#app/components/admin/recent-deletions.tsx";
import { createFieldProps } from "#app/components/form/field.tsx";
import { type EditableWords, type Fields, screenPath } from "#app/models/editable/fields.ts";
import { LIST_PAGE_SIZE } from "#app/platform/pages.ts";
import { capitalise } from "#app/platform/text.ts";
import { PublishAll } from "#app/routes/admin/drafts.tsx";
import type { loadEditorData } from "#app/routes/admin/editable-screen.server.ts";
import { SCREENS, type ScreenPath } from "#app/routes/admin/screens.ts";
import { FileLinks } from "#app/routes/admin/ui-elements.tsx";
import { type Dialog, useDialog } from "#app/routes/admin/use-dialog.ts";

export function EditableScreen<Shown extends Item, All extends Fields>({
  more,
  tools,
  strip,
  children,
  ...dialogs
}: DialogsOf<Shown, All> & {
  /** Content of the 'More' menu below the file links. */
  more?: React.ReactNode;
  tools: ListToolsProps;
  strip?: React.ReactNode;
  children: React.ReactNode;
}) {
  const dialog = useDialog();
  const { items, editing, actionData, words } = dialogs;
  const screen = screenPath(words);
  return (
    <>
      <AdminPage
        title={SCREENS[words.path].title}
        inert={dialog !== null}
        isRefused={actionData?.result !== undefined}
        strip={strip}
        actions={
          <>
            <Link to="?add=" id="add" className="button" preventScrollReset>
              {`Add ${capitalise(words.noun)}`}
            </Link>
            <Disclosure label="More">
              <FileLinks screen={screen} />
              {more}
            </Disclosure>
            {items.length > 0 && <ListTools {...tools} />}
          </>
        }
      >
        <PublishAll drafts={editing.drafts} formId={editing.formId} />
        {children}
        <RecentDeletions deletions={editing.deletions} screen={screen} formId={editing.formId} />
      </AdminPage>
      {dialog && <EditableDialogs dialog={dialog} {...dialogs} />}
    </>
  );
}

/** `beside` is the version of rows that the form saves with the item. */
type Item = { id: number; updatedAt: string; connectionCount?: number; beside?: string };

type DialogsOf<Shown extends Item, All extends Fields> = {
  items: Shown[];
  editing: Awaited<ReturnType<typeof loadEditorData>>;
  actionData: RefusedFormResult | undefined;
  words: EditableWords & { path: ScreenPath };
  fields: All;
  nameOf: (item: Shown) => string;
  /** Name in the confirmation of a deletion, if it differs from `nameOf` (specification, section 5). */
  nameInConfirmation?: (item: Shown) => string;
  form: (form: OpenForm<Shown, keyof All & string>) => React.ReactNode;
};

/** Dialogs for item history and for adding, editing and deleting items (§§ 2, 5). */
function EditableDialogs<Shown extends Item, All extends Fields>({
  dialog,
  items,
  editing: { formId, draft, history },
  actionData: refused,
  words,
  fields,
  nameOf,
  nameInConfirmation = nameOf,
  form,
}: DialogsOf<Shown, All> & { dialog: Dialog }) {
  // A long list stays at the page with the item.
  const isLong = items.length > LIST_PAGE_SIZE && words.connectedTo !== undefined;
  const screen = screenPath(words) + (isLong && dialog.mode !== "add" ? `?item=${dialog.id}` : "");
  const item = dialog.mode === "add" ? null : items.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        entries={history}
        name={item ? nameOf(item) : null}
        screen={screen}
        returnFocusTo={`more-${dialog.id}`}
      />
    );
  }
  const typed = submittedValues(refused?.result) ?? draft;
  if (item === undefined && (dialog.mode === "delete" || !typed)) {
    return <MissingItemDialog screen={screen} what={words.noun} />;
  }
  if (dialog.mode === "delete" && item) {
    return (
      <DeleteDialog
        what={words.noun}
        name={nameInConfirmation(item)}
        alsoRemoves={removedConnectionsText(item.connectionCount ?? 0)}
        screen={screen}
        action={`?delete=${item.id}`}
        returnFocusTo={`more-${item.id}`}
        formId={formId}
      />
    );
  }
  const editedId = item === null ? null : dialog.id;
  const values = item ? initialFormValues(fields, item) : {};
  return form({
    words,
    screen,
    editedId,
    item: item ?? null,
    formId: getFormId(formId, typed, refused?.conflict),
    refused,
    typed,
    seen: getFormVersion(item, typed, refused?.conflict),
    isDraft: draft !== null,
    current: item ? displayValues(fields, item) : null,
    isDeleted: editedId !== null && (!item || refused?.conflict === "notFound"),
    field: createFieldProps<keyof All & string>(words.labels, refused?.result, typed ?? values),
  });
}
