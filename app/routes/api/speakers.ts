import { markPublicResponse, type SharedPage } from "#app/http/cache-policy.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

export const handle: SharedPage = { shared: {} };
export const middleware = [markPublicResponse];

/** GET /api/speakers: all published speakers (specification, section 7). */
export async function loader() {
  const speakers = await SPEAKERS.listPublic();
  return Response.json(speakers.map(SPEAKERS.toJson));
}
