import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useState } from "react";
import { data, href, type Location, useSearchParams } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { LeaveDialog, useUnsavedChangesBlocker } from "#app/components/admin/unsaved-changes.tsx";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import type { RefreshingPage } from "#app/http/navigation-failure.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { findDuplicates } from "#app/models/delegate/duplicates.server.ts";
import { searchDelegates } from "#app/models/delegate/search.server.ts";
import { MAIL_WAIT_MS } from "#app/models/delegate/status.server.ts";
import { listUndoableChanges } from "#app/models/delegate/status-change.server.ts";
import { countWaitingMail, listDelegateMail } from "#app/models/outbox/mail-state.server.ts";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { BulkForm, type TickedRows } from "#app/routes/admin/delegates/list/bulk-form.tsx";
import {
  DelegateList,
  findCheckboxes,
  readTickedRows,
} from "#app/routes/admin/delegates/list/delegate-list.tsx";
import { DelegateSearch } from "#app/routes/admin/delegates/list/delegate-search.tsx";
import { NoMatches, NoRegistrations } from "#app/routes/admin/delegates/list/empty-list.tsx";
import { listAction } from "#app/routes/admin/delegates/list/list-action.server.ts";
import { type MailProgress, WaitingMail } from "#app/routes/admin/delegates/list/list-notices.tsx";
import { REFRESH_S } from "#app/routes/admin/delegates/list/list-state.ts";
import { MoreMenu, SelectAllCheckbox } from "#app/routes/admin/delegates/list/more-menu.tsx";
import { Shortcuts } from "#app/routes/admin/delegates/list/shortcuts.tsx";
import {
  listAddress,
  messageFormAddress,
  readListAddress,
} from "#app/routes/admin/delegates/list-address.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { shownStatusValue } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/delegates";

export const meta = () => [];

export const handle: RefreshingPage<Route.ComponentProps["loaderData"]> = {
  // Reloads only if the organiser chose to watch the emails, because a reload discards input.
  refreshAfter: ({ found, isWatching, mail }) =>
    isWatching && found && found.leaving > 0 && mail.isSetUp ? REFRESH_S : null,
};

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const isWatching = searchParams.has("mail");
  const { filter, page } = readListAddress(searchParams);
  const read = await runOrLogError(async () => {
    // Counted first. A count of 0 ends the refreshing, so the rows must not be older than the count.
    const waitingMail = await countWaitingMail();
    const { delegates, recentChanges, ...found } = await searchDelegates(filter, page);
    const duplicates = await findDuplicates(delegates);
    const ids = delegates.map(({ id }) => id);
    const mails = Map.groupBy(await listDelegateMail(ids), ({ delegateId }) => delegateId);
    const undoable = recentChanges > 0 ? listUndoableChanges(ids) : null;
    return {
      ...found,
      ...waitingMail,
      delegates: delegates.map((delegate) => ({
        ...toDelegateJson(delegate),
        duplicate: duplicates.get(delegate.id) ?? null,
        mails: mails.get(delegate.id) ?? [],
        undoable: undoable?.get(delegate.id) ?? null,
      })),
    };
  });
  return data(
    {
      mail: getMailStatus(),
      filter,
      found: read?.value ?? null,
      formId: crypto.randomUUID(),
      undoSeconds: MAIL_WAIT_MS / 1000,
      isWatching,
      draft: await loadDraft(request),
    },
    { status: read ? 200 : 500 },
  );
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, context }: Route.ActionArgs) =>
  listAction(request, getOrganiser(context).email);

export const clientAction = withFormRecovery(refuseDelegateForm);

export default function Delegates({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Desk
      {...loaderData}
      result={actionData ? actionData.result : draftNote(loaderData.draft)}
      isRefused={actionData !== undefined}
    />
  );
}

const draftNote = (draft: Record<string, string> | null): SubmissionResult | undefined =>
  draft?.note && draft.id ? { initialValue: { ...draft, id: [draft.id] } } : undefined;

type DeskProps = Route.ComponentProps["loaderData"] & {
  result: SubmissionResult | undefined;
  isRefused: boolean;
};

function Desk({ filter, found, formId, mail, undoSeconds, isWatching, result, isRefused }: DeskProps) {
  const [seen, setSeen] = useState<{ formId: string; delegates: MailProgress["delegates"] } | null>(null);
  const onSeen = useCallback(({ delegates }: MailProgress) => setSeen({ formId, delegates }), [formId]);
  const [ticked, setTicked] = useState<TickedRows>({ count: 0, needDecision: true });
  const [params] = useSearchParams();
  const isForAll = params.has("bulk");
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={listAddress(filter)} />
      </AdminPage>
    );
  }
  const { total, sessions, matching, current, standing, toDecide, revision, page, pageCount } = found;
  const { delegates } = seen?.formId === formId ? withMailStates(found, seen.delegates) : found;
  const stillMatching = delegates.filter(({ status }) => filter.status === null || status === filter.status);
  /** The filter's status if some delegates on the page no longer have it, or null. */
  const left = stillMatching.length < delegates.length ? filter.status : null;
  const screen = listAddress(filter, page);
  return (
    <AdminPage
      title="Registered Delegates"
      subtitle={`${total} total registrations`}
      isRefused={result?.error !== undefined}
      actions={
        <>
          {/* A plain link loads a new document, which the camera requires. */}
          <a href={href("/admin/delegates/door")} className="button">
            Check in
          </a>
          <MoreMenu
            {...{ filter, page, current, standing }}
            areEmailsLeaving={mail.isSetUp && found.leaving > 0 && !isWatching}
          >
            {delegates.length > 0 && (
              <SelectAllCheckbox
                text={left === null ? "Select all on this page" : `Select all still ${left}`}
                isAll={ticked.count > 0 && ticked.count === stillMatching.length}
                onSelect={(isOn) => {
                  const people = new Set(stillMatching.map(shownStatusValue));
                  for (const box of findCheckboxes(document)) box.checked = isOn && people.has(box.value);
                  setTicked(readTickedRows(document));
                }}
              />
            )}
          </MoreMenu>
          {total > 0 && <DelegateSearch {...{ filter, sessions, toDecide }} />}
        </>
      }
      strip={
        total > 0 && (
          <>
            <div className="desk-state flex h-11 items-center gap-x-2 whitespace-nowrap text-base text-muted">
              {matching > 0 && <p>{`Showing ${rangeText(found)} of ${matching}`}</p>}
              <WaitingMail
                key={formId}
                {...{ isWatching, onSeen, waiting: found.waiting }}
                leaving={mail.isSetUp ? found.leaving : 0}
                address={listAddress(filter, page, { mail: "" })}
              />
              <MailNotice {...mail} />
            </div>
            <BulkForm
              action={isForAll ? listAddress(filter, page, { bulk: "" }) : screen}
              writeAction={messageFormAddress(filter, page)}
              shown={stillMatching}
              {...{ formId, revision, standing, ticked, left, isForAll, result }}
              latestId={found.latestId}
            />
          </>
        )
      }
    >
      <UnsavedNotes />
      {total > 0 && <Shortcuts />}
      {total === 0 ? (
        <NoRegistrations />
      ) : matching === 0 ? (
        <NoMatches filter={filter} />
      ) : (
        <DelegateList
          desk={{ filter, page, screen, formId, revision, latestId: found.latestId }}
          {...{ delegates, pageCount, undoSeconds, result, isRefused }}
          onTick={setTicked}
        />
      )}
    </AdminPage>
  );
}

function rangeText({ offset, delegates }: { offset: number; delegates: unknown[] }): string {
  const [first, last] = [offset + 1, offset + delegates.length];
  return first === last ? String(first) : `${first}–${last}`;
}

function withMailStates<Found extends { delegates: MailProgress["delegates"] }>(
  found: Found,
  seen: MailProgress["delegates"],
): Found {
  const mails = new Map(seen.map((delegate) => [delegate.id, delegate.mails]));
  const delegates = found.delegates.map((one) => ({ ...one, mails: mails.get(one.id) ?? one.mails }));
  return { ...found, delegates };
}

/** Asks before unsent notes are lost. Rows share a blocker, because a page can have only one. */
const UnsavedNotes = () => (
  <LeaveDialog blocker={useUnsavedChangesBlocker(hasNote, isAnotherList)} onLeave={clearNotes} />
);

const noteInputs = () => [...document.querySelectorAll<HTMLInputElement>(".admin input[name=note]")];

const hasNote = () => noteInputs().some(({ value }) => value.trim() !== "");

/** Empties the notes, because a row that is also in the next list keeps its DOM elements. */
function clearNotes(): void {
  for (const input of noteInputs()) {
    input.value = "";
    input.closest("details")?.removeAttribute("open");
  }
}

/** Compares the addresses without `asOf`, which changes with each decision. */
const isAnotherList = (here: Location, next: Location) => listOf(here) !== listOf(next);

function listOf({ pathname, search }: Location): string {
  const { filter, page } = readListAddress(new URLSearchParams(search));
  return pathname + listAddress({ ...filter, asOf: null }, page);
}
