import { methodNotAllowed } from "#app/http/json.server.ts";
import { listProgramSessions, toProgramSessionJson } from "#app/models/program-session.server.ts";

/** GET /api/program: every session, in the order of the program (specification, 7). */
export async function loader() {
  const programSessions = await listProgramSessions();
  return Response.json(programSessions.map(toProgramSessionJson));
}

export const action = () => methodNotAllowed("GET", "HEAD");
