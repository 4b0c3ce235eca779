import { data, href, Link } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { ConfirmDialog } from "#app/components/admin/dialogs.tsx";
import { DeletedItemPage, LoadFailure, PanelNotFound } from "#app/components/admin/fallback-pages.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { HistoryList } from "#app/components/admin/history-list.tsx";
import { UndoableList } from "#app/components/admin/recent-deletions.tsx";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import { answersVersion, listUndoableCorrections } from "#app/models/delegate/correct-registration.server.ts";
import { getDelegate, toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { findDuplicates } from "#app/models/delegate/duplicates.server.ts";
import { canCancel } from "#app/models/delegate/private-link.server.ts";
import { listDelegateMail } from "#app/models/outbox/mail-state.server.ts";
import { listDelegateHistory } from "#app/models/personal-data/delegate-history.server.ts";
import { DelegateFacts } from "#app/routes/admin/delegates/delegate-facts.tsx";
import {
  DELEGATE_DELETED,
  DELEGATE_MISSING,
  refusePersonForm,
} from "#app/routes/admin/delegates/failures.ts";
import { delegateUrl, listUrl, readListUrl, rowNameElementId } from "#app/routes/admin/delegates/list-url.ts";
import { MailList } from "#app/routes/admin/delegates/mail-state.tsx";
import { EditDialog, TransferDialog } from "#app/routes/admin/delegates/person/edit-dialog.tsx";
import { personAction } from "#app/routes/admin/delegates/person/person-action.server.ts";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { SmallLink, TitledSection } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict, useNextSearch } from "#app/routes/admin/use-dialog.ts";
import { findPass, passName } from "#app/vocabulary/pass.ts";
import {
  type Answers,
  collectAnswers,
  type DelegateJson,
  formatReference,
  REGISTRATION_LABELS,
  toDisplayedAnswers,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/person";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null) throw data(null, { status: 404 });
  const read = await runOrLogError(() => readPerson(id));
  const draft = await loadDraft({ request, context });
  const person = read?.value ?? null;
  const { filter, page } = readListUrl(new URL(request.url).searchParams);
  // If the delegate has been deleted, the page shows the input instead of an error.
  const isGone = read !== null && person === null;
  return data(
    { person, isGone, id, filter, page, draft, formId: crypto.randomUUID() },
    { status: isGone ? 404 : read ? 200 : 500 },
  );
}

async function readPerson(id: number) {
  const delegate = await getDelegate(id);
  if (!delegate) return null;
  const [history, mails, duplicates] = await Promise.all([
    listDelegateHistory(delegate),
    listDelegateMail([id]),
    findDuplicates([delegate]),
  ]);
  return {
    delegate: { ...toDelegateJson(delegate), comingAt: delegate.comingAt?.toISOString() ?? null },
    duplicate: duplicates.get(id) ?? null,
    version: answersVersion(delegate),
    history,
    mails,
    isTransferable: canCancel(delegate),
    undoable: listUndoableCorrections(id),
  };
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, params, context }: Route.ActionArgs) =>
  personAction(request, params.id, getOrganiser(context).email);

export const clientAction = withFormRecovery(refusePersonForm);

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, isGone, id, filter, page, draft, formId } = loaderData;
  const shown = new URLSearchParams(useNextSearch());
  const isDeleting = shown.has("delete");
  const isEditing = !isDeleting && shown.has("edit");
  const isTransferring = !isDeleting && !isEditing && shown.has("transfer");
  const screen = delegateUrl(id, filter, page);
  const desk = (
    <SmallLink to={`${listUrl(filter, page)}#${rowNameElementId(id)}`}>Registered Delegates</SmallLink>
  );
  if (isGone) {
    const typed = submittedValues(actionData?.result) ?? draft;
    if (!typed) return <PanelNotFound text={DELEGATE_MISSING} />;
    return (
      <DeletedItemPage
        text={DELEGATE_DELETED}
        labels={REGISTRATION_LABELS}
        typed={toDisplayedAnswers(collectAnswers(typed) as Answers)}
        actions={desk}
      />
    );
  }
  if (person === null) {
    return (
      <AdminPage title="Delegate">
        <LoadFailure text="Failed to load the delegate" href={screen} />
      </AdminPage>
    );
  }
  const { delegate, duplicate, version, history, mails, isTransferable, undoable } = person;
  const editUrl = delegateUrl(id, filter, page, { edit: "" });
  const dialog = { delegate, version, formId, draft, refused: actionData };
  const transferUrl = delegateUrl(id, filter, page, { transfer: "" });
  return (
    <>
      <AdminPage
        title={delegate.name}
        subtitle={passName(delegate.registrationType)}
        inert={isDeleting || isEditing || isTransferring}
        isRefused={actionData?.result !== undefined}
        actions={desk}
      >
        <div className="grid max-w-4xl gap-8">
          <section
            className="card min-w-0 p-5"
            data-tone={findPass(delegate.registrationType).tone}
            aria-label="Registration"
          >
            <DelegateFacts {...{ delegate, duplicate }} />
            <p className="mt-4 flex flex-wrap gap-3">
              <Link id={`edit-${id}`} className="small-button" to={editUrl} preventScrollReset>
                Edit registration
              </Link>
              {isTransferable && (
                <Link id={`transfer-${id}`} className="small-button" to={transferUrl} preventScrollReset>
                  Transfer registration
                </Link>
              )}
            </p>
            <UndoableList items={undoable} screen={screen} formId={formId} verb="undone" what="the" />
          </section>
          {mails.length > 0 && (
            <TitledSection id="emails" title="Emails" titleClass="mb-2 text-xl">
              <MailList {...{ delegate, mails, formId }} action={screen} />
            </TitledSection>
          )}
          <TitledSection id="history" title="History">
            <HistoryList entries={history} />
          </TitledSection>
          <TitledSection id="personal-data" title="Personal data">
            <p className="mt-2">
              The export contains everything stored about this person: the registration, its emails and its
              history. Deleting the data permanently removes it from the database.
            </p>
            <p className="mt-4 flex flex-wrap gap-3">
              <a
                className="small-button"
                href={href("/admin/delegates/:id/personal-data.json", { id: String(id) })}
              >
                Export personal data
              </a>
              <SmallLink id="delete" to={delegateUrl(id, filter, page, { delete: "" })} preventScrollReset>
                Delete personal data
              </SmallLink>
            </p>
          </TitledSection>
        </div>
      </AdminPage>
      {isDeleting && <DeleteDataDialog {...{ delegate, screen, formId }} mailCount={mails.length} />}
      {isEditing && <EditDialog {...dialog} address={{ screen, action: editUrl }} />}
      {isTransferring && <TransferDialog {...dialog} address={{ screen, action: transferUrl }} />}
    </>
  );
}

type DeleteDataDialogProps = { delegate: DelegateJson; mailCount: number; screen: string; formId: string };

function DeleteDataDialog({ delegate, mailCount, screen, formId }: DeleteDataDialogProps) {
  const mails = mailCount === 1 ? "email" : `${mailCount} emails`;
  return (
    <ConfirmDialog
      title="Delete personal data"
      intent="delete"
      button="Delete personal data"
      busy="Deleting..."
      leaves
      returnFocusTo="delete"
      {...{ screen, formId }}
    >
      <p className="wrap-anywhere mt-4">
        Are you sure you want to delete everything stored about {delegate.name}
        {delegate.email && ` (${delegate.email})`}?
      </p>
      <p className="mt-2 text-muted">
        This deletes registration {formatReference(delegate.reference)}
        {mailCount > 0 && ` and the ${mails} about it`}. This cannot be undone. Messages addressed only to
        this person are deleted too. The log keeps the reference, and earlier backups keep everything until
        they are deleted.
      </p>
    </ConfirmDialog>
  );
}
