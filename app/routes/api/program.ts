import { markPublicResponse, type SharedPage } from "#app/http/cache-policy.server.ts";
import { PROGRAM_SESSIONS, toSessionAnswers } from "#app/models/program-session/program-session.server.ts";
import { listSpeakersBySession, toSessionSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/program";

export const handle: SharedPage = { shared: { include: ["speakers"] } };
export const middleware = [markPublicResponse];

/** GET /api/program: all published sessions, in program order (§ 7), with their speakers if included. */
export async function loader({ request }: Route.LoaderArgs) {
  const programSessions = await PROGRAM_SESSIONS.listPublic();
  const answers = toSessionAnswers(programSessions, programSessions);
  if (!new URL(request.url).searchParams.has("include")) return Response.json(answers);
  const speakers = listSpeakersBySession();
  return Response.json(
    answers.map((answer, at) => {
      const ofSession = speakers.get(programSessions[at]?.id ?? 0) ?? [];
      return { ...answer, speakers: ofSession.map(toSessionSpeakerJson) };
    }),
  );
}
