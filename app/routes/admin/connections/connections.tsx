import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { AdminPage } from "#app/components/admin-page.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { Toast } from "#app/components/toast.tsx";
import { attempt, fail, succeed } from "#app/http/admin-action.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import {
  CONNECTION_REFUSALS,
  createConnection,
  deleteConnection,
  listFullConnections,
} from "#app/models/connection.server.ts";
import { ConnectionInput } from "#app/models/connection-input.server.ts";
import { groupBy } from "#app/models/group-by.ts";
import { listProgramSessions, toProgramSessionJson } from "#app/models/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker.server.ts";
import { ConnectForm } from "#app/routes/admin/connections/connect-form.tsx";
import { ConnectionList } from "#app/routes/admin/connections/connection-list.tsx";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import type { Route } from "./+types/connections";

export const meta = () => [];

const SCREEN = "/admin/connections";
const FAILED = "Failed to connect speaker to session";

export async function loader({ request }: Route.LoaderArgs) {
  const read = await attempt(() =>
    Promise.all([listSpeakers(), listProgramSessions(), listFullConnections()]),
  );
  if (!read) return data({ lists: null, draft: null }, { status: 500 });
  const [speakers, programSessions, connections] = read.value;
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
    },
    draft: await draftOf(request),
  });
}

/** Connects a speaker to a session, or takes one off with `disconnect`. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request, ["speakerId", "sessionId", "role", "disconnect"]);
  const answers = Object.fromEntries(form);
  const refuse = (status: number, description: string) =>
    data(
      { answers, toast: { type: "error", message: "Error", description }, answeredAt: Date.now() },
      { status },
    );

  if (form.has("disconnect")) return disconnect(form);
  if (!form.get("speakerId") || !form.get("sessionId")) {
    return refuse(422, "Please select both a speaker and a session");
  }
  const submission = parseWithZod(form, { schema: ConnectionInput });
  if (submission.status !== "success") return refuse(422, FAILED);
  const created = await attempt(() => createConnection(submission.value));
  if (!created) return refuse(500, FAILED);
  if (created.value.ok) return succeed(SCREEN, "Speaker connected to session successfully");
  const { status, message } = CONNECTION_REFUSALS[created.value.reason];
  return refuse(status, message);
}

async function disconnect(form: URLSearchParams) {
  const [speakerId, sessionId] = [parseId(form.get("speakerId") ?? ""), parseId(form.get("sessionId") ?? "")];
  const deleted = await attempt(async () => deleteConnection(speakerId ?? 0, sessionId ?? 0));
  return deleted?.value
    ? succeed(SCREEN, "Speaker disconnected from session successfully")
    : fail(SCREEN, "Failed to disconnect speaker from session");
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, draft } = loaderData;
  return (
    <>
      <AdminPage title="Speaker-Session Connections">
        {lists === null ? (
          <LoadFailure text="Failed to fetch connections" href={SCREEN} />
        ) : (
          <>
            <ConnectForm {...lists} answers={actionData?.answers ?? draft ?? {}} />
            <ConnectionList programSessions={lists.programSessions} />
          </>
        )}
      </AdminPage>
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
