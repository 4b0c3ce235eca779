import { actorOf } from "#app/auth/auth.server.ts";
import { CHANGED_SINCE, versionFromIfMatch, versionTag } from "#app/http/conditional-request.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { setSpeakerImage } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speaker-image";

export const loader = () => methodNotAllowed("PUT");

/** PUT /api/speakers/{id}/image: saves an uploaded image for a speaker (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "PUT") return methodNotAllowed("PUT");
  const { imageURL } = await readJson(request, SpeakerImageInput);
  const seen = versionFromIfMatch(request);
  const updated = await setSpeakerImage(parseId(params.id) ?? 0, imageURL, actorOf(context), { seen });
  if (updated.ok) return Response.json({ objectPath: imageURL }, { headers: versionTag(updated.item) });
  return updated.reason === "stale"
    ? jsonError(412, CHANGED_SINCE)
    : jsonError(404, "There is no speaker with this id.");
}
