import { getActorName } from "#app/auth/auth.server.ts";
import { etagHeader, readIfMatchVersion, STALE_MESSAGE } from "#app/http/conditional-request.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speaker-image";

export const loader = () => methodNotAllowed("PUT");

/** PUT /api/speakers/{id}/image: saves an uploaded image for a speaker (specification, section 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "PUT") return methodNotAllowed("PUT");
  const { imageURL } = await readJson(request, SpeakerImageInput);
  const seen = readIfMatchVersion(request);
  const updated = await SPEAKERS.update(
    parseId(params.id) ?? 0,
    { imageUrl: imageURL },
    getActorName(context),
    { seen },
  );
  if (updated.ok) return Response.json({ objectPath: imageURL }, { headers: etagHeader(updated.item) });
  return updated.reason === "stale"
    ? jsonError(412, STALE_MESSAGE)
    : jsonError(404, "There is no speaker with this id.");
}
