import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, useNavigation } from "react-router";
import { AdminPage } from "#app/components/admin-page.tsx";
import { SelectField } from "#app/components/field.tsx";
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
import { CONNECTION_ROLES } from "#app/models/connection.ts";
import { ConnectionInput } from "#app/models/connection-input.server.ts";
import { listProgramSessions, toProgramSessionJson } from "#app/models/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker.server.ts";
import { ConnectionList } from "#app/routes/admin/connections/connection-list.tsx";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import type { Route } from "./+types/connections";

export const meta = () => [];

const SCREEN = "/admin/connections";
const FAILED = "Failed to connect speaker to session";

export async function loader({ request }: Route.LoaderArgs) {
  const [speakers, programSessions, connections, draft] = await Promise.all([
    listSpeakers(),
    listProgramSessions(),
    listFullConnections(),
    draftOf(request),
  ]);
  return {
    draft,
    speakers: speakers.map(({ id, name }) => ({ id, name })),
    programSessions: programSessions.map((programSession) => ({
      ...toProgramSessionJson(programSession),
      speakers: connections
        .filter((connection) => connection.programSessionId === programSession.id)
        .map(({ role, speaker: { id, name, title } }) => ({ id, name, title, role })),
    })),
  };
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

  if (form.has("disconnect")) return disconnect(request, form);
  if (!form.get("speakerId") || !form.get("sessionId")) {
    return refuse(422, "Please select both a speaker and a session");
  }
  const submission = parseWithZod(form, { schema: ConnectionInput });
  if (submission.status !== "success") return refuse(422, FAILED);
  const created = await attempt(request, () => createConnection(submission.value));
  if (!created) return refuse(500, FAILED);
  if (created.value.ok) return succeed(SCREEN, "Speaker connected to session successfully");
  const { status, message } = CONNECTION_REFUSALS[created.value.reason];
  return refuse(status, message);
}

async function disconnect(request: Request, form: URLSearchParams) {
  const [speakerId, sessionId] = [parseId(form.get("speakerId") ?? ""), parseId(form.get("sessionId") ?? "")];
  const deleted = await attempt(request, async () => deleteConnection(speakerId ?? 0, sessionId ?? 0));
  return deleted?.value
    ? succeed(SCREEN, "Speaker disconnected from session successfully")
    : fail(SCREEN, "Failed to disconnect speaker from session");
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { speakers, programSessions } = loaderData;
  const isConnecting = useNavigation().formData?.has("disconnect") === false;
  const answers: Record<string, string> = actionData?.answers ?? loaderData.draft ?? {};
  return (
    <>
      <AdminPage title="Speaker-Session Connections">
        <Form
          method="post"
          className="grid items-end gap-x-4 md:grid-cols-[2fr_2fr_1fr_auto]"
          preventScrollReset
        >
          <SelectField
            id="speakerId"
            name="speakerId"
            label="Speaker"
            defaultValue={answers.speakerId}
            options={[
              { value: "", label: "Choose a speaker" },
              ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <SelectField
            id="sessionId"
            name="sessionId"
            label="Session"
            defaultValue={answers.sessionId}
            options={[
              { value: "", label: "Choose a session" },
              ...programSessions.map(({ id, time, title }) => ({
                value: String(id),
                label: `${time}: ${title}`,
              })),
            ]}
          />
          <SelectField
            id="role"
            name="role"
            label="Role"
            defaultValue={answers.role ?? "speaker"}
            options={CONNECTION_ROLES.map((role) => ({
              value: role,
              label: role.charAt(0).toUpperCase() + role.slice(1),
            }))}
          />
          <button type="submit" className="button mb-6" disabled={isConnecting}>
            {isConnecting ? "Connecting..." : "Connect"}
          </button>
        </Form>
        <ConnectionList programSessions={programSessions} />
      </AdminPage>
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
