import { actorOf } from "#app/auth/auth.server.ts";
import { callIntentOf, keyUsed } from "#app/auth/idempotency.server.ts";
import { methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { ProgramSessionInput } from "#app/models/program-session/input.server.ts";
import { createProgramSession } from "#app/models/program-session/program-session.server.ts";
import type { Route } from "./+types/program";

export const loader = () => methodNotAllowed("POST");

/** POST /api/admin/program: creates a session (specification, 7). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const values = await readJson(request, ProgramSessionInput);
  const intent = callIntentOf(request, context, values);
  const created = await createProgramSession(values, actorOf(context), { intent });
  return created.ok ? Response.json(created.programSession, { status: 201 }) : keyUsed();
}
