import { markPublicResponse } from "#app/http/cache-policy.server.ts";
import { jsonError, parseId } from "#app/http/json.server.ts";
import {
  listSessionsOfSpeaker,
  toSessionAnswers,
} from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speaker-sessions";

export const middleware = [markPublicResponse];

/** GET /api/speakers/{id}/sessions: a speaker's sessions, each with a `role` (§ 7). */
export async function loader({ params }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null || !(await SPEAKERS.getPublic(id))) {
    return jsonError(404, "There is no speaker with this id.");
  }
  const programSessions = await listSessionsOfSpeaker(id);
  const answers = toSessionAnswers(programSessions);
  return Response.json(answers.map((answer, at) => ({ ...answer, role: programSessions[at]?.role })));
}
