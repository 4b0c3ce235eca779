import { actorOf } from "#app/auth.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import {
  deleteProgramSession,
  toProgramSessionJson,
  updateProgramSession,
} from "#app/models/program-session.server.ts";
import { ProgramSessionInput } from "#app/models/program-session-input.server.ts";
import type { Route } from "./+types/program-session";

const notFound = () => jsonError(404, "There is no session with this id.");

export const loader = () => methodNotAllowed("PUT", "DELETE");

/** PUT and DELETE /api/admin/program/{id} (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = parseId(params.id);
  if (request.method === "DELETE") {
    const isDeleted = id !== null && (await deleteProgramSession(id, actorOf(context))) !== null;
    return isDeleted ? new Response(null, { status: 204 }) : notFound();
  }
  if (request.method !== "PUT") return methodNotAllowed("PUT", "DELETE");
  const values = await readJson(request, ProgramSessionInput);
  const updated = id === null ? null : await updateProgramSession(id, values, actorOf(context));
  return updated?.ok ? Response.json(toProgramSessionJson(updated.programSession)) : notFound();
}
