import { markPublicResponse } from "#app/http/cache-policy.server.ts";
import { jsonError, parseId } from "#app/http/json.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { listSpeakersOfSession, toSessionSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/session-speakers";

export const middleware = [markPublicResponse];

/** GET /api/sessions/{id}/speakers: a session's speakers, each with a `role` (§ 7). */
export async function loader({ params }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null || !(await PROGRAM_SESSIONS.getPublic(id))) {
    return jsonError(404, "There is no session with this id.");
  }
  return Response.json((await listSpeakersOfSession(id)).map(toSessionSpeakerJson));
}
