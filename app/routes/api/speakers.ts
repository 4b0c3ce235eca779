import { markPublicResponse } from "#app/http/cache-policy.server.ts";
import { methodNotAllowed } from "#app/http/json.server.ts";
import type { SharedPage } from "#app/http/route-handle.ts";
import { listSpeakers, toSpeakerJson } from "#app/models/speaker/speaker.server.ts";

export const handle: SharedPage = { shared: {} };
export const middleware = [markPublicResponse];

/** GET /api/speakers: all speakers (specification, section 7). */
export async function loader() {
  const speakers = await listSpeakers();
  return Response.json(speakers.map(toSpeakerJson));
}

export const action = () => methodNotAllowed("GET", "HEAD");
