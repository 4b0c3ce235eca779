import { useMemo } from "react";
import { Link, type Navigation } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import type { Refused } from "#app/components/admin/dialogs.tsx";
import { type PlaceProblem, placeLabel, placeProblem } from "#app/components/admin/place-form.tsx";
import { RecentlyDeleted } from "#app/components/admin/recently-deleted.tsx";
import { useOneAtATime } from "#app/components/admin/use-one-at-a-time.ts";
import { ErrorSummary, type FormProblem } from "#app/components/form/error-summary.tsx";
import { Toast } from "#app/components/toast.tsx";
import type { errorToast } from "#app/http/refusal.ts";
import { type EditableWords, screenOf } from "#app/models/editable/words.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import {
  type DialogsOf,
  EditableDialogs,
  type Editing,
  type Item,
} from "#app/routes/admin/editable-dialogs.tsx";
import { ListFiles } from "#app/routes/admin/import/list-files.tsx";
import { SCREENS, type ScreenPath } from "#app/routes/admin/screens.ts";
import { useDialog } from "#app/routes/admin/use-dialog.ts";

/** A screen on which one kind of things is edited: its list, and the dialogs that its address asks for. */
export function EditableScreen<Shown extends Item, Words extends EditableWords & { path: ScreenPath }>({
  items,
  editing,
  actionData,
  children,
  ...dialogs
}: DialogsOf<Shown, Words> & {
  items: Shown[];
  editing: Editing;
  actionData: (Refused & ReturnType<typeof errorToast>) | undefined;
  /** The list. */
  children: React.ReactNode;
}) {
  const dialog = useDialog();
  // Presses on ↑ come faster than answers over a slow connection: each is a move of its own.
  const waitForMove = useOneAtATime(isMove);
  const { words, nameOf } = dialogs;
  // That of a dialog stands in the dialog. Not anew with a list that is: the summary would take the focus again.
  const place = useMemo(() => placeProblem(actionData), [actionData]);
  const moved = items.find(({ id }) => place?.id === id);
  const name = moved && nameOf(moved);
  const problems = useMemo(() => (place ? [problemOf(place, name)] : []), [place, name]);
  return (
    <>
      <AdminPage
        title={SCREENS[words.path].title}
        inert={dialog !== null}
        isRefused={actionData?.result !== undefined}
        actions={
          // The address that its form is sent to, so that both are one step back.
          <>
            <Link to="?add=" id="add" className="button" preventScrollReset>
              {`Add ${capitalise(words.noun)}`}
            </Link>
            <ListFiles screen={screenOf(words)} />
          </>
        }
      >
        <ErrorSummary problems={problems} />
        <RecentlyDeleted deletions={editing.deletions} screen={screenOf(words)} formId={editing.formId} />
        <div onSubmitCapture={waitForMove}>{children}</div>
      </AdminPage>
      {dialog && (
        <EditableDialogs dialog={dialog} items={items} editing={editing} refused={actionData} {...dialogs} />
      )}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}

const problemOf = ({ fieldId, message }: PlaceProblem, name: string | undefined): FormProblem => ({
  fieldId,
  message: name === undefined ? message : `${placeLabel(name)}: ${message}`,
});

const isMove = ({ formData }: Navigation): boolean => formData?.has("move") ?? false;
