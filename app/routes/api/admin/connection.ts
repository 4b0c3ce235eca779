import { getActorName } from "#app/auth/auth.server.ts";
import { jsonError, methodNotAllowed, parseId } from "#app/http/json.server.ts";
import { deleteConnection } from "#app/models/connection/connection.server.ts";
import { NOT_CONNECTED } from "#app/models/connection/fields.ts";
import type { Route } from "./+types/connection";

export const loader = () => methodNotAllowed("DELETE");

/** DELETE /api/admin/speaker-sessions/{speakerId}/{sessionId} (specification, section 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "DELETE") return methodNotAllowed("DELETE");
  const speakerId = parseId(params.speakerId);
  const sessionId = parseId(params.sessionId);
  const isDeleted =
    speakerId !== null &&
    sessionId !== null &&
    (await deleteConnection(speakerId, sessionId, getActorName(context))) !== null;
  return isDeleted ? new Response(null, { status: 204 }) : jsonError(404, NOT_CONNECTED);
}
