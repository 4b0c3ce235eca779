import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useMemo, useState } from "react";
import { data, href, type Location } from "react-router";
import { organiserOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/instead-of-screen.tsx";
import { LeaveDialog, useLeaveQuestion } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { tryOrLog } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
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
import { DelegateList } from "#app/routes/admin/delegates/desk/delegate-list.tsx";
import { deskProblems, LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
import { deskAction, listUndoElsewhere } from "#app/routes/admin/delegates/desk/desk-action.server.ts";
import { DeskSearch } from "#app/routes/admin/delegates/desk/desk-search.tsx";
import { NobodyFound, NobodyYet } from "#app/routes/admin/delegates/desk/nobody.tsx";
import { deskAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { MailNotice } from "#app/routes/admin/delegates/mail-state.tsx";
import { QuietLink } from "#app/routes/admin/parts.tsx";
import { revalidateScreen } from "#app/routes/admin/use-dialog.ts";
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
    const { delegates, recentChanges, undoableElsewhere, ...found } = await searchDelegates(filter, page);
    const duplicates = await findDuplicates(delegates);
    const ids = delegates.map(({ id }) => id);
    const mails = Map.groupBy(await listMailOf(ids), ({ delegateId }) => delegateId);
    const undoable = recentChanges > 0 ? listUndoableChanges(ids) : null;
    return {
      ...found,
      ...(await countWaiting()),
      elsewhere: undoableElsewhere ? await listUndoElsewhere() : [],
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

export const clientAction = keepForm(refuseDelegateForm);

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
  const problems = useMemo(() => deskProblems(result), [result]);
  const [seen, setSeen] = useState<{ formId: string; delegates: Seen["delegates"] } | null>(null);
  const onSeen = useCallback(({ delegates }: Seen) => setSeen({ formId, delegates }), [formId]);
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={deskAddress(filter)} />
      </AdminPage>
    );
  }
  const { total, sessions, matching, current, toDecide, revision, page, change, waiting, leaving } = found;
  const shown = seen?.formId === formId ? withMailOf(found, seen.delegates) : found;
  return (
    <AdminPage
      title="Registered Delegates"
      subtitle={
        <>
          <span>{`${total} total registrations`}</span>
          {total > 0 && (
            <WaitingMail
              key={formId}
              {...{ waiting, isWatching, onSeen }}
              leaving={mail.isSetUp ? leaving : 0}
              address={deskAddress(filter, page, { mail: "" })}
            />
          )}
        </>
      }
      isRefused={problems.length > 0}
      actions={
        <>
          {/* A plain link: only the door's own document may use the camera. */}
          <a href={href("/admin/delegates/door")} className="button">
            Check in
          </a>
          <a href={href("/admin/delegates/badges")} className="button button-quiet">
            Badges
          </a>
          <QuietLink to={href("/admin/messages")}>Messages</QuietLink>
        </>
      }
    >
      <ErrorSummary problems={problems} />
      <MailNotice {...mail} />
      <UnsavedLines />
      <StatusChange {...{ change, formId, revision, filter, page }} />
      {total === 0 ? (
        <NobodyYet />
      ) : (
        <>
          <DeskSearch
            {...{ filter, sessions, matching, current, toDecide }}
            firstId={found.delegates[0]?.id}
          />
          {matching === 0 ? (
            <NobodyFound filter={filter} elsewhere={found.elsewhere} />
          ) : (
            <DelegateList found={shown} {...{ formId, filter, undoSeconds, result, isRefused }} />
          )}
        </>
      )}
    </AdminPage>
  );
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

const lines = () => [...document.querySelectorAll<HTMLInputElement>("#main input[name=note]")];

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
