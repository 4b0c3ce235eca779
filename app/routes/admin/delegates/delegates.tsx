import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { type ClientActionFunctionArgs, data, type Location } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { useUnsavedChangesQuestion } from "#app/components/admin/unsaved-changes.tsx";
import { useRefresh } from "#app/components/page/loaded-document.ts";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { findDuplicates } from "#app/models/delegate/duplicates.server.ts";
import { readDelegates, searchDelegates } from "#app/models/delegate/search.server.ts";
import { MAIL_WAIT_MS } from "#app/models/delegate/status.server.ts";
import { countMatchingText, listUndoableChanges } from "#app/models/delegate/status-change.server.ts";
import { countWaitingMail, listDelegateMail } from "#app/models/outbox/mail-state.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { BulkForm } from "#app/routes/admin/delegates/list/bulk-form.tsx";
import { DelegateList, findCheckboxes, findTicked } from "#app/routes/admin/delegates/list/delegate-list.tsx";
import { DelegateSearch } from "#app/routes/admin/delegates/list/delegate-search.tsx";
import { NoMatches, NoRegistrations } from "#app/routes/admin/delegates/list/empty-list.tsx";
import { listAction } from "#app/routes/admin/delegates/list/list-action.server.ts";
import { focusRow, isStillMatching } from "#app/routes/admin/delegates/list/list-state.ts";
import { MoreMenu, SelectAllCheckbox } from "#app/routes/admin/delegates/list/more-menu.tsx";
import { useRowsInPlace } from "#app/routes/admin/delegates/list/rows-in-place.ts";
import { Shortcuts } from "#app/routes/admin/delegates/list/shortcuts.tsx";
import { listUrl, newMessageUrl, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { WriteButton } from "#app/routes/admin/messages/write-button.tsx";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { listedPasses } from "#app/vocabulary/admin-passes.ts";
import { readShownStatuses } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/delegates";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readListUrl(searchParams);
  const mail = getMailStatus();
  /** Ids of the rows on an open page, which asks for them as they are now. */
  const shown = readShownStatuses((searchParams.get("rows") ?? "").split(",")).slice(0, 50);
  const read = await runOrLogError(async () => {
    // Counted first. A count of 0 ends the refreshing, so the rows must not be older than the count.
    const { waiting, leaving } = await countWaitingMail();
    // Counted before the rows are read, so a change in between is noticed.
    const counted = searchParams.has("bulk") ? countMatchingText(filter) : null;
    const { delegates: matching, recentChanges, ...found } = await searchDelegates(filter, page);
    const delegates = shown.length > 0 ? await readDelegates(shown.map(({ id }) => id)) : matching;
    const duplicates = await findDuplicates(delegates);
    const ids = delegates.map(({ id }) => id);
    const mails = Map.groupBy(await listDelegateMail(ids), ({ delegateId }) => delegateId);
    const undoable = recentChanges > 0 ? listUndoableChanges(ids) : null;
    return {
      ...found,
      counted,
      waiting,
      leaving: mail.isSetUp ? leaving : 0,
      delegates: delegates.map((delegate) => ({
        ...toDelegateJson(delegate),
        comingAt: delegate.comingAt?.toISOString() ?? null,
        duplicate: duplicates.get(delegate.id) ?? null,
        mails: mails.get(delegate.id) ?? [],
        undoable: undoable?.get(delegate.id) ?? null,
      })),
    };
  });
  return data(
    {
      mail,
      filter,
      found: read?.value ?? null,
      formId: crypto.randomUUID(),
      undoSeconds: MAIL_WAIT_MS / 1000,
      draft: await loadDraft({ request, context }),
    },
    { status: read ? 200 : 500 },
  );
}

export const shouldRevalidate = shouldRevalidateConflict;

export const action = ({ request, context }: Route.ActionArgs) =>
  listAction(request, getOrganiser(context).email);

const submitForm = withFormRecovery(refuseDelegateForm);

/** Follows no redirect to the same list, which is loaded again anyway, so that its rows stay in place. */
export async function clientAction(args: ClientActionFunctionArgs) {
  try {
    return await submitForm(args);
  } catch (answer) {
    const { pathname, search } = new URL(args.request.url);
    if (answer instanceof Response && answer.headers.get("Location") === pathname + search) return null;
    throw answer;
  }
}

export default function Delegates({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, found, draft } = loaderData;
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={listUrl(filter)} />
      </AdminPage>
    );
  }
  return (
    <Desk
      {...loaderData}
      found={found}
      result={actionData ? actionData.result : draftNote(draft)}
      isRefused={Boolean(actionData)}
      isAnswer={actionData !== undefined}
    />
  );
}

/** Seconds between refreshes with JavaScript, while emails are being sent. */
const REFRESH_S = 8;

const draftNote = (draft: Record<string, string> | null): SubmissionResult | undefined =>
  draft?.note && draft.id ? { initialValue: { ...draft, id: [draft.id] } } : undefined;

type LoaderData = Route.ComponentProps["loaderData"];
type DeskProps = LoaderData & {
  found: NonNullable<LoaderData["found"]>;
  isAnswer: boolean;
  result: SubmissionResult | undefined;
  isRefused: boolean;
};

function Desk({ filter, found, formId, mail, undoSeconds, ...answer }: DeskProps) {
  const { result, isRefused, isAnswer } = answer;
  const [ticked, setTicked] = useState<number[]>([]);
  const { total, sessions, groups, matching, tabs, counted, page, pageCount } = found;
  const { first, rows, stale } = useRowsInPlace(found, isAnswer, (ids) =>
    listUrl(filter, page, { rows: ids }),
  );
  useUnsavedChangesQuestion(hasNote, isAnotherList);
  useRefresh(found.leaving > 0 ? REFRESH_S : null, found);
  const stillMatching = rows.filter((row) => isStillMatching(row, filter));
  const people = ticked.length > 0 ? rows.filter(({ id }) => ticked.includes(id)) : rows;
  const passes = people.map(({ registrationType }) => registrationType);
  const tick = (people: readonly { id: number }[]) => {
    const ids = new Set(people.map(({ id }) => id));
    for (const box of findCheckboxes(document)) box.checked = ids.has(Number.parseInt(box.value, 10));
    setTicked(findTicked(document));
  };
  const selectAll = stillMatching.length > 0 && (
    <SelectAllCheckbox
      isAll={ticked.length > 0 && ticked.length === stillMatching.length}
      onSelect={(isOn) => tick(isOn ? stillMatching : [])}
    />
  );
  const screen = listUrl(filter, page);
  return (
    <AdminPage
      title="Registered Delegates"
      subtitle={`${total} total registrations`}
      isRefused={result?.error !== undefined}
      actions={
        <>
          <MoreMenu {...{ filter, page, matching }}>
            <div className="lg:hidden">{selectAll}</div>
          </MoreMenu>
          {total > 0 && <DelegateSearch {...{ filter, sessions, groups, total, tabs }} />}
        </>
      }
      strip={
        total > 0 && (
          <>
            <div className="desk-state flex h-11 items-center gap-x-2 whitespace-nowrap text-base text-muted max-sm:text-sm">
              {rows.length > 0 && (
                <p className="min-w-0 truncate">{`Showing ${rangeText(first)} of ${first.matching}`}</p>
              )}
              {/* Shown even if it is 0, so the list does not move. */}
              <span className="tabular-nums">
                <span aria-hidden="true">· </span>
                {countText(found.waiting, "email")} waiting
              </span>
              <MailNotice {...mail} />
              {matching > 0 && (
                <WriteButton {...{ filter, page, formId }} className="small-button">
                  Email {numberText(matching)}
                </WriteButton>
              )}
            </div>
            <BulkForm
              action={counted === null ? screen : listUrl(filter, page, { bulk: "" })}
              writeAddress={newMessageUrl(filter, page)}
              {...{ formId, matching, counted, result }}
              ticked={ticked.length}
              passes={counted === null ? passes : listedPasses(filter)}
              onClear={() => {
                focusRow(document.querySelector(".desk-row:has(:checked)"), { preventScroll: true });
                tick([]);
              }}
            />
          </>
        )
      }
    >
      {total > 0 && <Shortcuts />}
      {total === 0 ? (
        <NoRegistrations />
      ) : rows.length === 0 ? (
        <NoMatches filter={filter} />
      ) : (
        // Another list is another element, so that no note is kept in the row of the same delegate.
        <DelegateList
          key={screen}
          desk={{ filter, page, screen, formId }}
          delegates={rows}
          {...{ selectAll, stale, pageCount, undoSeconds, result, isRefused }}
          onTick={setTicked}
        />
      )}
    </AdminPage>
  );
}

function rangeText({ offset, delegates }: { offset: number; delegates: unknown[] }): string {
  const first = offset + 1;
  const last = offset + delegates.length;
  return first === last ? String(first) : `${first}–${last}`;
}

/** Finds unsent notes of all rows, because a page can have only one blocker. */
const hasNote = () =>
  [...document.querySelectorAll<HTMLInputElement>("input[name=note]")].some(
    ({ value }) => value.trim() !== "",
  );

const isAnotherList = (here: Location, next: Location) => listOf(here) !== listOf(next);

function listOf({ pathname, search }: Location): string {
  const { filter, page } = readListUrl(new URLSearchParams(search));
  return pathname + listUrl(filter, page);
}
