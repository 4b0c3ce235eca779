import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { data, href, type Location, useNavigation, useSearchParams } from "react-router";
import { organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/instead-of-screen.tsx";
import { LeaveDialog, useLeaveQuestion } from "#app/components/admin/unsaved-changes.tsx";
import { tryOrLog } from "#app/http/admin-action.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import type { RefreshingPage } from "#app/http/route-handle.ts";
import { mailStatus } from "#app/mail/mail.server.ts";
import { toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { findDuplicates } from "#app/models/delegate/duplicates.server.ts";
import { searchDelegates } from "#app/models/delegate/search.server.ts";
import { UNDO_MS } from "#app/models/delegate/status.server.ts";
import { getStatusChange, listUndoableChanges } from "#app/models/delegate/status-change.server.ts";
import { countWaiting, listMailOf } from "#app/models/outbox/mail-state.server.ts";
import { draftOf } from "#app/routes/admin/asked-for.server.ts";
import { type Seen, StatusChange, WaitingMail } from "#app/routes/admin/delegates/desk/above-list.tsx";
import { BulkForm, type Ticked } from "#app/routes/admin/delegates/desk/bulk-form.tsx";
import { boxesOf, DelegateList, tickedOf } from "#app/routes/admin/delegates/desk/delegate-list.tsx";
import { LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
import { deskAction } from "#app/routes/admin/delegates/desk/desk-action.server.ts";
import { DeskSearch } from "#app/routes/admin/delegates/desk/desk-search.tsx";
import { MoreOfDesk, SelectAll } from "#app/routes/admin/delegates/desk/more-of-desk.tsx";
import { NobodyFound, NobodyYet } from "#app/routes/admin/delegates/desk/nobody.tsx";
import { PageStateContext } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { Shortcuts } from "#app/routes/admin/delegates/desk/shortcuts.tsx";
import { deskAddress, messageAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { revalidateScreen } from "#app/routes/admin/use-dialog.ts";
import { shownText } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/delegates";

export const meta = () => [];

export const handle: RefreshingPage<Route.ComponentProps["loaderData"]> = {
  // Only while watching the emails: a reload would lose what is ticked or typed in the list.
  refreshAfter: ({ found, isWatching, mail }) =>
    isWatching && found && found.leaving > 0 && mail.isSetUp ? LOOK_AGAIN_S : null,
};

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const isWatching = searchParams.has("mail");
  const changeId = parseId(searchParams.get("change") ?? "");
  const { filter, page } = readDesk(searchParams);
  const read = await tryOrLog(async () => {
    const { delegates, recentChanges, ...found } = await searchDelegates(filter, page);
    const duplicates = await findDuplicates(delegates);
    const ids = delegates.map(({ id }) => id);
    const mails = Map.groupBy(await listMailOf(ids), ({ delegateId }) => delegateId);
    const undoable = recentChanges > 0 ? listUndoableChanges(ids) : null;
    return {
      ...found,
      ...(await countWaiting()),
      change: changeId === null ? null : await getStatusChange(changeId),
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
      mail: mailStatus(),
      filter,
      found: read?.value ?? null,
      formId: crypto.randomUUID(),
      undoSeconds: UNDO_MS / 1000,
      isWatching,
      draft: await draftOf(request),
    },
    { status: read ? 200 : 500 },
  );
}

export const shouldRevalidate = revalidateScreen;

export const action = ({ request, context }: Route.ActionArgs) =>
  deskAction(request, organiserOf(context).email);

export const clientAction = withFormRecovery(refuseDelegateForm);

export default function Delegates({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Desk
      {...loaderData}
      result={actionData ? actionData.result : keptLine(loaderData.draft)}
      isRefused={actionData !== undefined}
    />
  );
}

/** A line whose sender's login had ended, as a form that came back with nothing wrong in it. */
const keptLine = (draft: Record<string, string> | null): SubmissionResult | undefined =>
  draft?.note && draft.id ? { initialValue: { ...draft, id: [draft.id] } } : undefined;

type DeskProps = Route.ComponentProps["loaderData"] & {
  result: SubmissionResult | undefined;
  isRefused: boolean;
};

function Desk({ filter, found, formId, mail, undoSeconds, isWatching, result, isRefused }: DeskProps) {
  const [seen, setSeen] = useState<{ formId: string; delegates: Seen["delegates"] } | null>(null);
  const onSeen = useCallback(({ delegates }: Seen) => setSeen({ formId, delegates }), [formId]);
  const [ticked, setTicked] = useState<Ticked>({ count: 0, areJudged: true });
  const selection = useSelection(isRefused);
  const isForAll = useSearchParams()[0].has("bulk");
  const state = useMemo(() => ({ revision: found?.revision ?? 0, latestId: found?.latestId ?? 0 }), [found]);
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={deskAddress(filter)} />
      </AdminPage>
    );
  }
  const { total, sessions, matching, current, standing, toDecide, revision, page, pageCount, change } = found;
  const { delegates } = seen?.formId === formId ? withMailOf(found, seen.delegates) : found;
  const standingHere = delegates.filter(({ status }) => filter.status === null || status === filter.status);
  /** The status that others on the page no longer have: 'all' leaves those out. */
  const left = standingHere.length < delegates.length ? filter.status : null;
  const screen = deskAddress(filter, page);
  return (
    <PageStateContext value={state}>
      <AdminPage
        title="Registered Delegates"
        subtitle={`${total} total registrations`}
        isRefused={result?.error !== undefined}
        actions={
          <>
            {/* A plain link: only the door's own document may use the camera. */}
            <a href={href("/admin/delegates/door")} className="button">
              Check in
            </a>
            <MoreOfDesk
              {...{ filter, page, current, standing }}
              areEmailsLeaving={mail.isSetUp && found.leaving > 0 && !isWatching}
            >
              {delegates.length > 0 && (
                <SelectAll
                  text={left === null ? "Select all on this page" : `Select all still ${left}`}
                  isAll={ticked.count > 0 && ticked.count === standingHere.length}
                  onSelect={(isOn) => {
                    const people = new Set(standingHere.map(shownText));
                    for (const box of boxesOf(document)) box.checked = isOn && people.has(box.value);
                    setTicked(tickedOf(document));
                  }}
                />
              )}
            </MoreOfDesk>
            {total > 0 && <DeskSearch {...{ filter, sessions, toDecide }} />}
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
                  address={deskAddress(filter, page, { mail: "" })}
                />
                <MailNotice {...mail} />
              </div>
              <BulkForm
                action={isForAll ? deskAddress(filter, page, { bulk: "" }) : screen}
                writeAction={messageAddress(filter, page)}
                shown={standingHere}
                {...{ formId, standing, ticked, left, isForAll, result }}
              />
              <StatusChange {...{ change, formId, revision, filter, page }} />
            </>
          )
        }
      >
        <UnsavedLines />
        {matching > 0 && <Shortcuts />}
        {total === 0 ? (
          <NobodyYet />
        ) : matching === 0 ? (
          <NobodyFound filter={filter} />
        ) : (
          <DelegateList
            {...{ delegates, page, pageCount, formId, filter, undoSeconds, result, selection }}
            onTick={setTicked}
          />
        )}
      </AdminPage>
    </PageStateContext>
  );
}

function rangeText({ offset, delegates }: { offset: number; delegates: unknown[] }): string {
  const [first, last] = [offset + 1, offset + delegates.length];
  return first === last ? String(first) : `${first}–${last}`;
}

/** A number that changes once the ticks have been used. */
function useSelection(isRefused: boolean): number {
  const [selection, setSelection] = useState(0);
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !isRefused) setSelection((last) => last + 1);
    wasBusy.current = isBusy;
  }, [isBusy, isRefused]);
  return selection;
}

/** The list stays as it is; only the state of its emails is newer. */
function withMailOf<Found extends { delegates: Seen["delegates"] }>(
  found: Found,
  seen: Seen["delegates"],
): Found {
  const mails = new Map(seen.map((delegate) => [delegate.id, delegate.mails]));
  const delegates = found.delegates.map((one) => ({ ...one, mails: mails.get(one.id) ?? one.mails }));
  return { ...found, delegates };
}

/** Asks before unsent lines to delegates are lost; a page can block only once. */
const UnsavedLines = () => (
  <LeaveDialog blocker={useLeaveQuestion(hasLine, isAnotherList)} onLeave={dropLines} />
);

const lines = () => [...document.querySelectorAll<HTMLInputElement>(".admin input[name=note]")];

const hasLine = () => lines().some(({ value }) => value.trim() !== "");

/** A row that is also on the next list keeps its DOM, so its line is emptied. */
function dropLines(): void {
  for (const line of lines()) {
    line.value = "";
    line.closest("details")?.removeAttribute("open");
  }
}

/** The moment of the list counts for nothing: the answer to a decision brings a new one. */
const isAnotherList = (here: Location, next: Location) => listOf(here) !== listOf(next);

function listOf({ pathname, search }: Location): string {
  const { filter, page } = readDesk(new URLSearchParams(search));
  return pathname + deskAddress({ ...filter, asOf: null }, page);
}
