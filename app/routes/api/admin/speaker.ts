import { actorOf } from "#app/auth/auth.server.ts";
import { CHANGED_SINCE, seenByIfMatch, versionTag } from "#app/http/conditional.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import { SpeakerInput } from "#app/models/speaker/input.server.ts";
import { deleteSpeaker, updateSpeaker } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speaker";

const notFound = () => jsonError(404, "There is no speaker with this id.");

export const loader = () => methodNotAllowed("PUT", "DELETE");

/** PUT (with If-Match only over the version it names) and DELETE /api/admin/speakers/{id} (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = parseId(params.id);
  if (request.method === "DELETE") {
    const isDeleted = id !== null && (await deleteSpeaker(id, actorOf(context))) !== null;
    return isDeleted ? new Response(null, { status: 204 }) : notFound();
  }
  if (request.method !== "PUT") return methodNotAllowed("PUT", "DELETE");
  const values = await readJson(request, SpeakerInput);
  if (id === null) return notFound();
  const seen = seenByIfMatch(request);
  const updated = await updateSpeaker(id, values, actorOf(context), { keepsImage: true, seen });
  if (!updated.ok) return updated.reason === "stale" ? jsonError(412, CHANGED_SINCE) : notFound();
  return Response.json(updated.speaker, { headers: versionTag(updated.speaker) });
}
