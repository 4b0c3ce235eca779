import { parseWithZod } from "@conform-to/zod/v4";
import { data, href } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { useRowsWithDeleted } from "#app/components/admin/deleted-rows.ts";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { EmptyState, LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { HistoryDialog } from "#app/components/admin/history-list.tsx";
import { ListTools, matchesQuery, NothingFound, useListQuery } from "#app/components/admin/list-search.tsx";
import { RecentDeletions } from "#app/components/admin/recent-deletions.tsx";
import { deleteItem, redirectWithSuccess, runOrLogError, undoItem } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm, readIntent } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import { isUndo, returnTarget, undoFailedText } from "#app/http/list-form.ts";
import { createRefilledForm, createRefusalResponse, TRY_LATER } from "#app/http/refusal.ts";
import {
  CONNECTION_REFUSALS,
  CONNECTIONS,
  createConnection,
  deleteConnection,
  listFullConnections,
} from "#app/models/connection/connection.server.ts";
import { CONNECTION_WORDS, NOT_CONNECTED } from "#app/models/connection/fields.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { ConnectionForm } from "#app/routes/admin/connections/connection-form.tsx";
import { type ConnectedSession, ConnectionList } from "#app/routes/admin/connections/connection-list.tsx";
import { loadDraft, loadHistory } from "#app/routes/admin/draft-and-history.server.ts";
import { SCREENS } from "#app/routes/admin/screens.ts";
import { FileLinks, SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict, useDialog } from "#app/routes/admin/use-dialog.ts";
import type { Route } from "./+types/connections";

const SCREEN = screenPath(CONNECTION_WORDS);
const FAILED = "Failed to connect speaker to session";
const NOT_DISCONNECTED = "Failed to disconnect speaker from session";

export async function loader({ request, context }: Route.LoaderArgs) {
  const read = await runOrLogError(async () => {
    const connections = await listFullConnections();
    const deletions = CONNECTIONS.listDeletions();
    return Promise.all([SPEAKERS.list(), PROGRAM_SESSIONS.list(), connections, deletions]);
  });
  const formId = crypto.randomUUID();
  if (!read) return data({ lists: null, formId, draft: null, history: null }, { status: 500 });
  const [speakers, programSessions, connections, deletions] = read.value;
  return data({
    lists: {
      speakers: speakers.map(({ id, name }) => ({ id, name })),
      programSessions: programSessions.map(PROGRAM_SESSIONS.toJson),
      connections: connections.map(toAssigned),
      deletions,
    },
    formId,
    history: await loadHistory(request, "connection"),
    draft: await loadDraft({ request, context }),
  });
}

function toAssigned({ id, programSessionId, role, speaker }: FullConnection) {
  return { id, programSessionId, role, speakerId: speaker.id, name: speaker.name, title: speaker.title };
}
type FullConnection = Awaited<ReturnType<typeof listFullConnections>>[number];

export const shouldRevalidate = shouldRevalidateConflict;

export async function action({ request, context }: Route.ActionArgs) {
  const others = ["formId", "disconnect", "intent", "changeset", "return"];
  const form = await readForm(request, [...others, ...Object.keys(CONNECTION_WORDS.labels)]);
  const actor = getActorName(context);
  const undo = (id: number, formId: string) => CONNECTIONS.undo(id, actor, formId);
  if (isUndo(form)) return undoItem(form, { screen: SCREEN, words: CONNECTION_WORDS }, undo);
  return form.has("disconnect") ? disconnect(form, actor) : connect(form, actor);
}

export const clientAction = withFormRecovery(({ form, problem, status }) => {
  if (isUndo(form))
    return createRefusalResponse(status, { description: undoFailedText(CONNECTION_WORDS.noun) });
  if (form.has("disconnect")) return createRefusalResponse(status, { description: NOT_DISCONNECTED });
  const result = createRefilledForm(form, problem ?? TRY_LATER);
  return createRefusalResponse(status, { result, description: FAILED });
});

async function connect(form: URLSearchParams, actor: string) {
  const refuse = (status: number, problem = TRY_LATER, field?: string) =>
    createRefusalResponse(status, { result: createRefilledForm(form, problem, field), description: FAILED });
  const missing = ["speakerId", "sessionId"].filter((name) => !form.get(name));
  if (missing.length > 0) return refuseMissing(form, missing);
  const submission = parseWithZod(form, { schema: CONNECTIONS.input });
  if (submission.status !== "success") return refuse(422);
  const intent = await readIntent(form);
  const created = await runOrLogError(() => createConnection(submission.value, actor, intent));
  if (!created) return refuse(500);
  if (created.value.ok) return redirectWithSuccess(SCREEN, "Speaker connected to session successfully");
  const { status, message, field } = CONNECTION_REFUSALS[created.value.reason];
  return refuse(status, message, field);
}

/** Refuses a form without a speaker or a session (specification, section 5). */
function refuseMissing(form: URLSearchParams, missing: string[]) {
  const result = createRefilledForm(form, "");
  result.error = Object.fromEntries(missing.map((name) => [name, ["Required"]]));
  return createRefusalResponse(422, { result, description: "Please select both a speaker and a session" });
}

async function disconnect(form: URLSearchParams, actor: string) {
  const speakerId = parseId(form.get("speakerId") ?? "");
  const sessionId = parseId(form.get("sessionId") ?? "");
  const texts = {
    screen: returnTarget(SCREEN, form, sessionId),
    done: "Speaker disconnected from session successfully",
    failed: NOT_DISCONNECTED,
    gone: `${NOT_CONNECTED}: the connection has already been removed.`,
  };
  const remove = () =>
    deleteConnection(speakerId ?? 0, sessionId ?? 0, actor, { formId: createOneTimeId(form) });
  return deleteItem(texts, remove);
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, formId, draft, history } = loaderData;
  const dialog = useDialog();
  const isHistory = dialog?.mode === "history" && lists !== null;
  const [q, onQuery] = useListQuery();
  const search = { q, onQuery, what: "connections" };
  const connections = useRowsWithDeleted(lists?.connections ?? NONE, lists?.deletions ?? NONE);
  const links = Map.groupBy(connections, ({ programSessionId }) => programSessionId);
  const all = lists?.programSessions.map((one) => ({ ...one, speakers: links.get(one.id) ?? [] })) ?? [];
  const found = all.filter(({ time, title, speakers }) =>
    matchesQuery(q, time, title, ...speakers.flatMap((speaker) => [speaker.name, speaker.title])),
  );
  return (
    <>
      <AdminPage
        title={SCREENS.connections.title}
        inert={isHistory}
        isRefused={actionData?.result !== undefined}
        actions={
          <>
            {lists && <ConnectionForm {...lists} formId={formId} result={actionData?.result} draft={draft} />}
            <Disclosure label="More">
              <FileLinks screen={SCREEN} />
            </Disclosure>
            {all.length > 0 && <ListTools {...search} places={placesOf(found)} />}
          </>
        }
      >
        {lists === null ? (
          <LoadFailure text="Failed to fetch connections" href={SCREEN} />
        ) : (
          <>
            {lists.speakers.length === 0 && all.length > 0 && (
              <div className="mb-6">
                <EmptyState title="There are no speakers to connect yet.">
                  <SmallLink to={`${href("/admin/speakers")}?add=`}>Add a speaker</SmallLink>
                </EmptyState>
              </div>
            )}
            {all.length > 0 && found.length === 0 ? (
              <NothingFound {...search} />
            ) : (
              <ConnectionList programSessions={found} {...{ formId }} screen={SCREEN} />
            )}
            <RecentDeletions deletions={lists.deletions} screen={SCREEN} formId={formId} />
          </>
        )}
      </AdminPage>
      {isHistory && (
        <HistoryDialog
          entries={history}
          name={lists.programSessions.find(({ id }) => id === dialog.id)?.title ?? null}
          screen={SCREEN}
          returnFocusTo={`history-${dialog.id}`}
        />
      )}
    </>
  );
}

const NONE: never[] = [];

const placesOf = (programSessions: ConnectedSession[]) =>
  [...Map.groupBy(programSessions, ({ time }) => time)].map(([text, [first]]) => ({
    id: `session-${first?.id}`,
    text,
  }));
