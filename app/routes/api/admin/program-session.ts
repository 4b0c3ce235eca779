import { actorOf } from "#app/auth/auth.server.ts";
import { CHANGED_SINCE, seenByIfMatch, versionTag } from "#app/http/conditional.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import { ProgramSessionInput } from "#app/models/program-session/input.server.ts";
import {
  deleteProgramSession,
  updateProgramSession,
} from "#app/models/program-session/program-session.server.ts";
import type { Route } from "./+types/program-session";

const notFound = () => jsonError(404, "There is no session with this id.");

export const loader = () => methodNotAllowed("PUT", "DELETE");

/** PUT (with If-Match only over the version it names) and DELETE /api/admin/program/{id} (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = parseId(params.id);
  if (request.method === "DELETE") {
    const isDeleted = id !== null && (await deleteProgramSession(id, actorOf(context))) !== null;
    return isDeleted ? new Response(null, { status: 204 }) : notFound();
  }
  if (request.method !== "PUT") return methodNotAllowed("PUT", "DELETE");
  const values = await readJson(request, ProgramSessionInput);
  if (id === null) return notFound();
  const seen = seenByIfMatch(request);
  const updated = await updateProgramSession(id, values, actorOf(context), { seen });
  if (!updated.ok) return updated.reason === "stale" ? jsonError(412, CHANGED_SINCE) : notFound();
  const { programSession } = updated;
  return Response.json(programSession, { headers: versionTag(programSession) });
}
