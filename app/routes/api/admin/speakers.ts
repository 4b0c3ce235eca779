import { actorOf } from "#app/auth.server.ts";
import { methodNotAllowed, readJson } from "#app/http/json.server.ts";
import { createSpeaker, toSpeakerJson } from "#app/models/speaker.server.ts";
import { SpeakerInput } from "#app/models/speaker-input.server.ts";
import type { Route } from "./+types/speakers";

export const loader = () => methodNotAllowed("POST");

/** POST /api/admin/speakers: creates a speaker (specification, 7). */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const speaker = await createSpeaker(await readJson(request, SpeakerInput), actorOf(context));
  return Response.json(toSpeakerJson(speaker), { status: 201 });
}
