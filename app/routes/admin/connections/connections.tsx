import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link, type ShouldRevalidateFunction } from "react-router";
import { actorOf } from "#app/auth.server.ts";
import { AdminPage } from "#app/components/admin-page.tsx";
import { HistoryDialog } from "#app/components/history-dialog.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { RecentlyDeleted } from "#app/components/recently-deleted.tsx";
import { Toast } from "#app/components/toast.tsx";
import { attempt, deleteItem, succeed, undoItem } from "#app/http/admin-action.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { errorToast } from "#app/http/refusal.ts";
import { isUndo, undoFailed } from "#app/http/undo-form.ts";
import {
  CONNECTION_REFUSALS,
  createConnection,
  deleteConnection,
  listFullConnections,
} from "#app/models/connection.server.ts";
import { ConnectionInput } from "#app/models/connection-input.server.ts";
import { listDeletions } from "#app/models/deletion.server.ts";
import { groupBy } from "#app/models/group-by.ts";
import { listProgramSessions, toProgramSessionJson } from "#app/models/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker.server.ts";
import { ConnectForm } from "#app/routes/admin/connections/connect-form.tsx";
import { ConnectionList } from "#app/routes/admin/connections/connection-list.tsx";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import { historiesFor } from "#app/routes/admin/history.server.ts";
import { isClosingDialog, useDialog } from "#app/routes/admin/use-dialog.ts";
import type { Route } from "./+types/connections";

export const meta = () => [];

const SCREEN = "/admin/connections";
const FAILED = "Failed to connect speaker to session";
const NOT_DISCONNECTED = "Failed to disconnect speaker from session";

export async function loader({ request }: Route.LoaderArgs) {
  const read = await attempt(() =>
    Promise.all([listSpeakers(), listProgramSessions(), listFullConnections(), listDeletions("connection")]),
  );
  if (!read) return data({ lists: null, draft: null, wholeHistory: null }, { status: 500 });
  const [speakers, programSessions, connections, deletions] = read.value;
  const ids = programSessions.map(({ id }) => id);
  const { histories, wholeHistory } = await historiesFor(request, "connection", ids);
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  return data({
    lists: {
      speakers: speakers.map(({ id, name }) => ({ id, name })),
      programSessions: programSessions.map((programSession) => ({
        ...toProgramSessionJson(programSession),
        speakers: (links.get(programSession.id) ?? []).map(({ role, speaker: { id, name, title } }) => ({
          id,
          name,
          title,
          role,
        })),
      })),
      deletions,
      histories,
    },
    wholeHistory,
    draft: await draftOf(request),
  });
}

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isClosingDialog(args);

/** Connects a speaker to a session, takes one off with `disconnect`, or undoes that. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = ["speakerId", "sessionId", "role", "disconnect", "intent", "deletion"];
  const form = await readForm(request, fields);
  const actor = actorOf(context);
  const refuse = (status: number, description: string) => refuseToConnect(status, form, description);

  if (isUndo(form)) return undoItem(form, { screen: SCREEN, subject: "connection", actor });
  if (form.has("disconnect")) return disconnect(form, actor);
  if (!form.get("speakerId") || !form.get("sessionId")) {
    return refuse(422, "Please select both a speaker and a session");
  }
  const submission = parseWithZod(form, { schema: ConnectionInput });
  if (submission.status !== "success") return refuse(422, FAILED);
  const created = await attempt(() => createConnection(submission.value, actor));
  if (!created) return refuse(500, FAILED);
  if (created.value.ok) return succeed(SCREEN, "Speaker connected to session successfully");
  const { status, message } = CONNECTION_REFUSALS[created.value.reason];
  return refuse(status, message);
}

export const clientAction = keepForm(({ form, problem, status }) => {
  if (isUndo(form)) return data({ answers: null, ...errorToast(undoFailed("connection")) }, { status });
  if (form.has("disconnect")) return data({ answers: null, ...errorToast(NOT_DISCONNECTED) }, { status });
  return refuseToConnect(status, form, problem ?? FAILED);
});

/** The form again with what was chosen. */
const refuseToConnect = (status: number, form: URLSearchParams, description: string) =>
  data({ answers: Object.fromEntries(form), ...errorToast(description) }, { status });

async function disconnect(form: URLSearchParams, actor: string) {
  const [speakerId, sessionId] = [parseId(form.get("speakerId") ?? ""), parseId(form.get("sessionId") ?? "")];
  const failed = NOT_DISCONNECTED;
  const done = "Speaker disconnected from session successfully";
  return deleteItem({ screen: SCREEN, done, failed, gone: failed }, () =>
    deleteConnection(speakerId ?? 0, sessionId ?? 0, actor),
  );
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, draft, wholeHistory } = loaderData;
  const dialog = useDialog();
  const isHistory = dialog?.mode === "history" && wholeHistory !== null;
  return (
    <>
      <AdminPage title="Speaker-Session Connections" inert={isHistory}>
        {lists === null ? (
          <LoadFailure text="Failed to fetch connections" href={SCREEN} />
        ) : (
          <>
            {lists.speakers.length === 0 && lists.programSessions.length > 0 && (
              <p className="mb-6">
                There is no speaker to connect yet.{" "}
                <Link to="/admin/speakers?add" className="text-link">
                  Add a speaker
                </Link>{" "}
                first.
              </p>
            )}
            <ConnectForm
              {...lists}
              answers={actionData?.answers ?? draft ?? {}}
              isUnsaved={Boolean(actionData?.answers) || draft !== null}
            />
            <RecentlyDeleted deletions={lists.deletions} screen={SCREEN} />
            <ConnectionList programSessions={lists.programSessions} histories={lists.histories} />
          </>
        )}
      </AdminPage>
      {isHistory && (
        <HistoryDialog
          entries={wholeHistory}
          name={lists?.programSessions.find(({ id }) => id === dialog.id)?.title ?? null}
          screen={SCREEN}
          returnFocusTo={`history-${dialog.id}`}
        />
      )}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
