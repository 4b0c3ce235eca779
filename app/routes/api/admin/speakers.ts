import { actorOf } from "#app/auth/auth.server.ts";
import { callIntentOf, keyUsed } from "#app/auth/idempotency.server.ts";
import { methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { SpeakerInput } from "#app/models/speaker/input.server.ts";
import { createSpeaker } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speakers";

export const loader = () => methodNotAllowed("POST");

/** POST /api/admin/speakers: creates a speaker (specification, 7). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const values = await readJson(request, SpeakerInput);
  const intent = callIntentOf(request, context, values);
  const created = await createSpeaker(values, actorOf(context), { intent });
  return created.ok ? Response.json(created.speaker, { status: 201 }) : keyUsed();
}
