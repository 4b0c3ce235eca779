import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { data, Link, type ShouldRevalidateFunction } from "react-router";
import { userContext } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { History } from "#app/components/admin/history.tsx";
import { HistoryDialog } from "#app/components/admin/history-dialog.tsx";
import { LoadFailure } from "#app/components/admin/load-failure.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Toast } from "#app/components/toast.tsx";
import { tryOrLog } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { mailStatus } from "#app/mail/mail.server.ts";
import { getDelegate, toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { countMails } from "#app/models/delegate/personal-data.server.ts";
import { findDuplicates, searchDelegates } from "#app/models/delegate/search.server.ts";
import { getStatusJob, listRunningStatusJobs } from "#app/models/delegate/status-job.server.ts";
import { wantedHistory } from "#app/models/history/history.ts";
import { listMailOf } from "#app/models/outbox/outbox.server.ts";
import { loadBadges } from "#app/routes/admin/delegates/badges.server.ts";
import { Badges } from "#app/routes/admin/delegates/badges.tsx";
import { BulkForm, bulkProblems } from "#app/routes/admin/delegates/bulk-form.tsx";
import { DelegateCard } from "#app/routes/admin/delegates/delegate-card.tsx";
import { DeleteDataDialog } from "#app/routes/admin/delegates/delete-data-dialog.tsx";
import { deskAction } from "#app/routes/admin/delegates/desk-action.server.ts";
import { deskAddress, readDesk, SCREEN } from "#app/routes/admin/delegates/desk-address.ts";
import { DeskPages } from "#app/routes/admin/delegates/desk-pages.tsx";
import { DeskSearch } from "#app/routes/admin/delegates/desk-search.tsx";
import { actAtDoor, loadDoor } from "#app/routes/admin/delegates/door.server.ts";
import { Door } from "#app/routes/admin/delegates/door.tsx";
import { sendDownloads } from "#app/routes/admin/delegates/downloads.server.ts";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { MailNotice, MailState } from "#app/routes/admin/delegates/mail-state.tsx";
import { StatusChanges } from "#app/routes/admin/delegates/status-changes.tsx";
import { historiesFor } from "#app/routes/admin/history.server.ts";
import { isOnlyDialog, useShownSearch } from "#app/routes/admin/use-dialog.ts";
import { shownText } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/delegates";

export const meta = () => [];

export const middleware = [sendDownloads];

/**
 * The page of delegates that the address asks for; with `?door` the check-in screen, with `?badges` the
 * badges. Where it cannot be read the screen says so.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("door")) {
    const door = await loadDoor(searchParams);
    return data({ screen: "door" as const, door }, { status: door ? 200 : 500 });
  }
  if (searchParams.has("badges")) {
    const badges = await loadBadges(searchParams);
    return data({ screen: "badges" as const, badges }, { status: badges ? 200 : 500 });
  }
  if (parseId(searchParams.get("export") ?? "") !== null) {
    throw data({ message: "This delegate no longer exists." }, { status: 410 });
  }
  return loadDesk(request);
}

async function loadDesk(request: Request) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readDesk(searchParams);
  const read = await tryOrLog(async () => {
    const { delegates, runningJobs, ...found } = await searchDelegates(filter, page);
    const duplicates = await findDuplicates(delegates);
    const ids = delegates.map(({ id }) => id);
    const mails = Map.groupBy(await listMailOf(ids), ({ delegateId }) => delegateId);
    const { histories, wholeHistory } = await historiesFor(request, "delegate", ids);
    return {
      ...found,
      wholeHistory,
      ...(await readChanges(parseId(searchParams.get("change") ?? ""), runningJobs > 0)),
      delegates: delegates.map((delegate) => ({
        ...toDelegateJson(delegate),
        duplicate: duplicates.get(delegate.id) ?? null,
        history: histories[delegate.id] ?? [],
        mails: mails.get(delegate.id) ?? [],
      })),
      toDelete: await readToDelete(parseId(searchParams.get("delete") ?? "")),
    };
  });
  return data(
    {
      screen: "desk" as const,
      mail: mailStatus(),
      filter,
      found: read?.value ?? null,
      formId: crypto.randomUUID(),
    },
    { status: read ? 200 : 500 },
  );
}

/** The change of status that the address tells of, and those that go on. */
async function readChanges(id: number | null, areSomeRunning: boolean) {
  const change = id === null ? null : await getStatusJob(id);
  const running = areSomeRunning ? await listRunningStatusJobs() : [];
  return { change, running: running.filter((job) => job.id !== change?.id) };
}

/** Who is to be deleted, if anybody: they need not be on the page below the question. */
async function readToDelete(id: number | null) {
  if (id === null) return null;
  const delegate = await getDelegate(id);
  return delegate && { delegate: toDelegateJson(delegate), mailCount: await countMails(id) };
}

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

export function action({ request, context }: Route.ActionArgs) {
  const act = new URL(request.url).searchParams.has("door") ? actAtDoor : deskAction;
  return act(request, context.get(userContext)?.email ?? "");
}

export const clientAction = keepForm(refuseDelegateForm);

export default function Delegates({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      {loaderData.screen === "door" ? (
        <Door door={loaderData.door} />
      ) : loaderData.screen === "badges" ? (
        <Badges badges={loaderData.badges} />
      ) : (
        <Desk {...loaderData} result={actionData?.result} />
      )}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}

type DeskData = Awaited<ReturnType<typeof loadDesk>>["data"];

function Desk({
  filter,
  found,
  formId,
  mail,
  result,
}: DeskData & {
  /** The form about several, as it came back. */
  result: SubmissionResult | undefined;
}) {
  const problems = useMemo(() => bulkProblems(result), [result]);
  const selected = new Set(result?.initialValue?.id as string[] | undefined);
  const search = useShownSearch();
  const deleting = new URLSearchParams(search).get("delete");
  const isDeleting = deleting !== null;
  const historyOf = wantedHistory(search);
  if (found === null) {
    return (
      <AdminPage title="Registered Delegates">
        <LoadFailure text="Failed to load delegates" href={deskAddress(filter)} />
      </AdminPage>
    );
  }
  const { total, matching, press, latestId, revision, delegates, page, pageCount, offset } = found;
  const { wholeHistory, change, running } = found;
  const onPage = delegates.find(({ id }) => String(id) === deleting);
  const toDelete = onPage ? { delegate: onPage, mailCount: onPage.mails.length } : found.toDelete;
  const screen = deskAddress(filter, page);
  const pages = { filter, page, pageCount, matching, first: offset + 1, last: offset + delegates.length };
  return (
    <>
      <AdminPage
        title="Registered Delegates"
        subtitle={`${total} total registrations`}
        inert={isDeleting}
        isRefused={problems.length > 0}
        actions={<DeskLinks />}
      >
        <ErrorSummary problems={problems} />
        <MailNotice {...mail} />
        <StatusChanges {...{ change, running, formId, revision, filter, page }} />
        {total === 0 ? (
          <NobodyYet />
        ) : (
          <>
            <DeskSearch filter={filter} matching={matching} press={press} />
            {matching === 0 ? (
              <NobodyFound />
            ) : (
              <>
                <div className="mt-6 grid gap-4 border-ink border-t-3 pt-4">
                  <BulkForm
                    key={formId}
                    action={screen}
                    formId={formId}
                    shown={delegates}
                    result={result}
                    {...{ matching, latestId, revision }}
                  />
                  <DeskPages {...pages} />
                </div>
                <ul className="my-4 grid gap-4 lg:grid-cols-2">
                  {delegates.map((delegate) => (
                    <DelegateCard
                      key={delegate.id}
                      {...{ delegate, formId, filter, page }}
                      isSelected={selected.has(shownText(delegate))}
                      mail={
                        <MailState
                          delegateId={delegate.id}
                          delegateName={delegate.name}
                          mails={delegate.mails}
                          action={screen}
                          formId={formId}
                        />
                      }
                      history={
                        <History
                          entries={delegate.history}
                          name={delegate.name}
                          href={deskAddress(filter, page, { history: String(delegate.id) })}
                          id={`history-${delegate.id}`}
                        />
                      }
                    />
                  ))}
                </ul>
                <DeskPages {...pages} isRepeated />
              </>
            )}
          </>
        )}
      </AdminPage>
      {historyOf !== null && (
        <HistoryDialog
          whole={wholeHistory}
          known={delegates.find(({ id }) => id === historyOf)?.history}
          name={delegates.find(({ id }) => id === historyOf)?.name ?? null}
          screen={screen}
          returnFocusTo={`history-${historyOf}`}
        />
      )}
      {isDeleting && (
        <DeleteDataDialog
          delegate={toDelete?.delegate ?? null}
          mailCount={toDelete?.mailCount ?? 0}
          screen={screen}
          formId={formId}
        />
      )}
    </>
  );
}

/** A document of its own for the door: only that one may use the camera. */
function DeskLinks() {
  return (
    <>
      <a href={`${SCREEN}?door`} className="button">
        Check in
      </a>
      <a href={`${SCREEN}?badges`} className="button button-quiet">
        Badges
      </a>
    </>
  );
}

function NobodyYet() {
  return (
    <>
      <p>No delegates registered yet</p>
      <p className="mt-2">
        They appear here as soon as somebody sends the form. Share its address:{" "}
        <Link to="/register" className="text-link">
          Delegate Registration
        </Link>
        .
      </p>
    </>
  );
}

function NobodyFound() {
  return (
    <p className="mt-6 border-ink border-t-3 pt-4">
      No delegates match this search.{" "}
      <Link to={SCREEN} className="text-link">
        Show all delegates
      </Link>
    </p>
  );
}
