import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { jsonError, type MissingEndpoint, NO_ENDPOINT } from "#app/http/json.server.ts";

export const handle: SharedPage & MissingEndpoint = { shared: {}, isMissing: true };

export const loader = () => jsonError(404, NO_ENDPOINT);
export const action = loader;
