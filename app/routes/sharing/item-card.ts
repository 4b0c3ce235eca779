import { parseId } from "#app/http/json.server.ts";
import { getSessionCard, getSpeakerCard, respondWithCard } from "#app/sharing/card-facts.server.ts";
import { fileNotFound } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/item-card";

/** GET /og/{id}.png and /og/speakers/{id}.png: the preview image of a session or speaker. */
export async function loader({ request, params, pattern }: Route.LoaderArgs) {
  const id = parseId(params.id);
  const find = pattern.includes("speakers") ? getSpeakerCard : getSessionCard;
  const facts = id === null ? null : await find(id);
  return facts ? respondWithCard(request, `card ${pattern} ${id}`, facts) : fileNotFound();
}
