import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { jsonError } from "#app/http/json.server.ts";

export const handle: SharedPage = { shared: {} };

export const loader = () => jsonError(404, "There is no such endpoint.");
export const action = loader;
