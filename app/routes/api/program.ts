import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { markPublicResponse } from "#app/http/cache-policy.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";

export const handle: SharedPage = { shared: {} };
export const middleware = [markPublicResponse];

/** GET /api/program: all sessions, in program order (specification, section 7). */
export async function loader() {
  const programSessions = await PROGRAM_SESSIONS.list();
  return Response.json(programSessions.map(PROGRAM_SESSIONS.toJson));
}
