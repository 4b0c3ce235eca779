import { parseId } from "#app/http/json.server.ts";
import { getSessionCard, respondWithCard } from "#app/sharing/card-facts.server.ts";
import { fileNotFound } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/session-card";

/** GET /og/{id}.png: the preview image of a session. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = parseId(params.id);
  const facts = id === null ? null : await getSessionCard(id);
  return facts ? respondWithCard(request, `card ${id}`, facts) : fileNotFound();
}
