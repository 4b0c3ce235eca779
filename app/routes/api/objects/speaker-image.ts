import { actorOf } from "#app/auth.server.ts";
import { jsonError, methodNotAllowed, parseId, readJson } from "#app/http/json.server.ts";
import { setSpeakerImage } from "#app/models/speaker.server.ts";
import { SpeakerImageInput } from "#app/models/speaker-input.server.ts";
import type { Route } from "./+types/speaker-image";

export const loader = () => methodNotAllowed("PUT");

/** PUT /api/speakers/{id}/image: gives a speaker the image that was just uploaded (specification, 7). */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "PUT") return methodNotAllowed("PUT");
  const { imageURL } = await readJson(request, SpeakerImageInput);
  const id = parseId(params.id);
  if (id === null || !(await setSpeakerImage(id, imageURL, actorOf(context))))
    return jsonError(404, "There is no speaker with this id.");
  return Response.json({ objectPath: imageURL });
}
