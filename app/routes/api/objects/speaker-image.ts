import { getActorName } from "#app/auth/auth.server.ts";
import { etagHeader, readIfMatchVersion, STALE_MESSAGE } from "#app/http/conditional-request.server.ts";
import { jsonError, parseId, readJson } from "#app/http/json.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import type { Route } from "./+types/speaker-image";

/** PUT saves an uploaded image for a speaker (specification, section 7). DELETE removes the photo. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const isRemoval = request.method === "DELETE";
  const imageUrl = isRemoval ? null : (await readJson(request, SpeakerImageInput)).imageURL;
  const options = { seen: readIfMatchVersion(request), blanks: { imageUrl: null } };
  const id = parseId(params.id) ?? 0;
  const updated = await SPEAKERS.update(id, { imageUrl }, getActorName(context), options);
  if (!updated.ok)
    return updated.reason === "stale"
      ? jsonError(412, STALE_MESSAGE)
      : jsonError(404, "There is no speaker with this id.");
  const headers = etagHeader(updated.item);
  return isRemoval
    ? new Response(null, { status: 204, headers })
    : Response.json({ objectPath: imageUrl }, { headers });
}
