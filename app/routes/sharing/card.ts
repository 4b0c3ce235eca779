import { eventCard, respondWithCard } from "#app/sharing/card-facts.server.ts";
import type { Route } from "./+types/card";

/** GET /og.png: the preview image of the conference. */
export const loader = ({ request }: Route.LoaderArgs) => respondWithCard(request, "card", eventCard);
