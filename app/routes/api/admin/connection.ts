import { getActorName } from "#app/auth/auth.server.ts";
import { readIfMatchVersion, respondToDeletion } from "#app/http/conditional-request.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { deleteConnection } from "#app/models/connection/connection.server.ts";
import { NOT_CONNECTED } from "#app/models/connection/fields.ts";
import type { Route } from "./+types/connection";

/** DELETE /api/admin/speaker-sessions/{speakerId}/{sessionId} (specification, section 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const speakerId = parseId(params.speakerId) ?? 0;
  const sessionId = parseId(params.sessionId) ?? 0;
  const seen = readIfMatchVersion(request);
  const deleted = await deleteConnection(speakerId, sessionId, getActorName(context), { seen });
  return respondToDeletion(deleted, NOT_CONNECTED);
}
