import { actorOf } from "#app/auth.server.ts";
import { methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { createProgramSession, toProgramSessionJson } from "#app/models/program-session.server.ts";
import { ProgramSessionInput } from "#app/models/program-session-input.server.ts";
import type { Route } from "./+types/program";

export const loader = () => methodNotAllowed("POST");

/** POST /api/admin/program: creates a session (specification, 7). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const programSession = await createProgramSession(
    await readJson(request, ProgramSessionInput),
    actorOf(context),
  );
  return Response.json(toProgramSessionJson(programSession), { status: 201 });
}
