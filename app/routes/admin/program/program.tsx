import { Link, type ShouldRevalidateFunction } from "react-router";
import { AdminPage } from "#app/components/admin-page.tsx";
import { Toast } from "#app/components/toast.tsx";
import { deleteItem, moveItem, saveForm } from "#app/http/admin-action.server.ts";
import { readForm, readFormId } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { listConnections } from "#app/models/connection.server.ts";
import { groupBy } from "#app/models/group-by.ts";
import { programConflicts } from "#app/models/program-conflicts.ts";
import {
  createProgramSession,
  deleteProgramSession,
  listProgramSessions,
  moveProgramSession,
  toProgramSessionJson,
  updateProgramSession,
} from "#app/models/program-session.server.ts";
import { PROGRAM_SESSION_LABELS } from "#app/models/program-session.ts";
import { ProgramSessionInput } from "#app/models/program-session-input.server.ts";
import { listSpeakers } from "#app/models/speaker.server.ts";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import { ProgramDialogs } from "#app/routes/admin/program/program-dialogs.tsx";
import { ProgramList } from "#app/routes/admin/program/program-list.tsx";
import { useDialog } from "#app/routes/admin/use-dialog.ts";
import type { Route } from "./+types/program";

export const meta = () => [];

const SCREEN = "/admin/program";
const FIELDS = ["formId", "seen", "move", "id", ...Object.keys(PROGRAM_SESSION_LABELS)];

export async function loader({ request }: Route.LoaderArgs) {
  const [programSessions, connections, speakers, draft] = await Promise.all([
    listProgramSessions(),
    listConnections(),
    listSpeakers(),
    draftOf(request),
  ]);
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  return {
    programSessions: programSessions.map((programSession) => ({
      ...toProgramSessionJson(programSession),
      connectionCount: links.get(programSession.id)?.length ?? 0,
    })),
    conflicts: programConflicts(programSessions, connections, speakers),
    formId: crypto.randomUUID(),
    draft,
  };
}

/** A stale edit is shown the version that is saved now, which the page does not have yet. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

/** `?add`, `?edit=ID` and `?delete=ID` are the dialogs; without any of them a session is moved. */
export async function action({ request }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url);
  const form = await readForm(request, FIELDS);
  const texts = (verb: "create" | "update" | "delete") => ({
    screen: SCREEN,
    done: `Session ${verb}d successfully.`,
    failed: `Failed to ${verb} session.`,
  });
  const idOf = (name: string) => parseId(searchParams.get(name) ?? "") ?? 0;

  if (searchParams.has("delete")) {
    return deleteItem(texts("delete"), () => deleteProgramSession(idOf("delete")));
  }
  if (searchParams.has("edit")) {
    return saveForm(form, ProgramSessionInput, texts("update"), (values) =>
      updateProgramSession(idOf("edit"), values, { seen: Number(form.get("seen")) }),
    );
  }
  if (searchParams.has("add")) {
    return saveForm(form, ProgramSessionInput, texts("create"), async (values) => {
      await createProgramSession(values, readFormId(form));
      return { ok: true };
    });
  }
  return moveItem(form, texts("update"), (direction) =>
    moveProgramSession(parseId(form.get("id") ?? "") ?? 0, direction),
  );
}

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const dialog = useDialog();
  const { programSessions, conflicts } = loaderData;
  return (
    <>
      <AdminPage
        title="Program Management"
        inert={dialog !== null}
        actions={
          <Link to="?add" id="add" className="button" preventScrollReset>
            Add Session
          </Link>
        }
      >
        <ProgramList programSessions={programSessions} conflicts={conflicts} />
      </AdminPage>
      {dialog && <ProgramDialogs dialog={dialog} {...loaderData} result={actionData?.result} />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
