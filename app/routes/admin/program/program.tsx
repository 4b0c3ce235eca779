import { Link } from "react-router";
import { actorOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { RecentlyDeleted } from "#app/components/admin/recently-deleted.tsx";
import { Toast } from "#app/components/toast.tsx";
import {
  bringBack,
  deleteItem,
  isAnew,
  moveItem,
  saveForm,
  undoItem,
} from "#app/http/admin-action.server.ts";
import { intentOf, oneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { isUndo } from "#app/http/undo-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { listDeletions } from "#app/models/editable/deletion.server.ts";
import { programConflicts } from "#app/models/program-session/clashes.ts";
import { ProgramSessionInput } from "#app/models/program-session/input.server.ts";
import {
  createProgramSession,
  deleteProgramSession,
  listProgramSessions,
  moveProgramSession,
  toProgramSessionJson,
  updateProgramSession,
} from "#app/models/program-session/program-session.server.ts";
import { PROGRAM_SESSION_LABELS } from "#app/models/program-session/program-session.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import { historiesFor } from "#app/routes/admin/history.server.ts";
import { itemTexts, refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { ProgramDialogs } from "#app/routes/admin/program/program-dialogs.tsx";
import { ProgramList } from "#app/routes/admin/program/program-list.tsx";
import { revalidateConflict } from "#app/routes/admin/revalidate-conflict.ts";
import { useDialog } from "#app/routes/admin/use-dialog.ts";
import type { Route } from "./+types/program";

export const meta = () => [];

const SCREEN = "/admin/program";
const FIELDS = ["formId", "seen", "move", "id", "intent", "deletion", ...Object.keys(PROGRAM_SESSION_LABELS)];

export async function loader({ request }: Route.LoaderArgs) {
  const [programSessions, connections, speakers, deletions, draft] = await Promise.all([
    listProgramSessions(),
    listConnections(),
    listSpeakers(),
    listDeletions("session"),
    draftOf(request),
  ]);
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  const ids = programSessions.map(({ id }) => id);
  return {
    programSessions: programSessions.map((programSession) => ({
      ...toProgramSessionJson(programSession),
      connectionCount: links.get(programSession.id)?.length ?? 0,
    })),
    conflicts: programConflicts(programSessions, connections, speakers),
    formId: crypto.randomUUID(),
    draft,
    deletions,
    ...(await historiesFor(request, "session", ids)),
  };
}

export const shouldRevalidate = revalidateConflict;

export const clientAction = keepForm((failed) => refuseItemForm("session", failed));

/**
 * `?add`, `?edit=ID` and `?delete=ID` are the dialogs; without any of them a session is moved, or restored. An edit of one that is gone may ask to be created anew, or to bring it back first.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url);
  const form = await readForm(request, FIELDS);
  const texts = (verb: "create" | "update" | "delete") => ({
    screen: SCREEN,
    subject: "session" as const,
    ...itemTexts("session", verb),
  });
  const idOf = (name: string) => parseId(searchParams.get(name) ?? "") ?? 0;

  const actor = actorOf(context);
  const button = oneTimeId(form, searchParams.get("delete"), searchParams.get("edit"));
  if (isUndo(form)) return undoItem(form, { screen: SCREEN, subject: "session", actor });
  if (searchParams.has("delete")) {
    return deleteItem(texts("delete"), () => deleteProgramSession(idOf("delete"), actor, button));
  }
  if (searchParams.has("add") || isAnew(form)) {
    const intent = await intentOf(form);
    const insteadOf = isAnew(form) ? idOf("edit") : undefined;
    return saveForm(form, ProgramSessionInput, texts("create"), (values) =>
      createProgramSession(values, actor, { intent, insteadOf }),
    );
  }
  if (searchParams.has("edit")) {
    return saveForm(form, ProgramSessionInput, texts("update"), async (values) => {
      await bringBack(form, "session", actor);
      const seen = Number(form.get("seen"));
      return updateProgramSession(idOf("edit"), values, actor, { seen, formId: button });
    });
  }
  return moveItem(form, texts("update"), (direction) =>
    moveProgramSession(parseId(form.get("id") ?? "") ?? 0, direction, actor, button),
  );
}

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const dialog = useDialog();
  const { programSessions, conflicts, deletions, histories, formId } = loaderData;
  return (
    <>
      <AdminPage
        title="Program Management"
        inert={dialog !== null}
        isRefused={actionData?.result !== undefined}
        actions={
          <Link to="?add" id="add" className="button" preventScrollReset>
            Add Session
          </Link>
        }
      >
        <RecentlyDeleted deletions={deletions} screen={SCREEN} formId={formId} />
        <ProgramList {...{ programSessions, conflicts, histories, formId }} />
      </AdminPage>
      {dialog && <ProgramDialogs dialog={dialog} {...loaderData} refused={actionData} />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
