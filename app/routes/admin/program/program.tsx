import { keepForm } from "#app/http/keep-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { doubtfulTimes, programConflicts } from "#app/models/program-session/clashes.ts";
import {
  listProgramSessions,
  toProgramSessionJson,
} from "#app/models/program-session/program-session.server.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";
import { editableAction, loadEditing } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { PROGRAM_DIALOGS } from "#app/routes/admin/program/program-form.tsx";
import { ProgramList } from "#app/routes/admin/program/program-list.tsx";
import { revalidateConflict } from "#app/routes/admin/revalidate-conflict.ts";
import type { Route } from "./+types/program";

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const [programSessions, connections, speakers] = await Promise.all([
    listProgramSessions(),
    listConnections(),
    listSpeakers(),
  ]);
  const links = Map.groupBy(connections, ({ programSessionId }) => programSessionId);
  const ids = programSessions.map(({ id }) => id);
  return {
    programSessions: programSessions.map((programSession) => ({
      ...toProgramSessionJson(programSession),
      connectionCount: links.get(programSession.id)?.length ?? 0,
    })),
    conflicts: [
      ...programConflicts(programSessions, connections, speakers),
      ...doubtfulTimes(programSessions),
    ],
    editing: await loadEditing(request, "session", ids),
  };
}

export const shouldRevalidate = revalidateConflict;

export const clientAction = keepForm((failed) => refuseItemForm("session", failed));

export const action = editableAction("session");

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const { programSessions, conflicts, editing } = loaderData;
  const { histories, formId } = editing;
  return (
    <EditableScreen {...PROGRAM_DIALOGS} items={programSessions} editing={editing} actionData={actionData}>
      <ProgramList {...{ programSessions, conflicts, histories, formId }} />
    </EditableScreen>
  );
}
