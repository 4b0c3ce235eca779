import { jsonError } from "#app/http/json.server.ts";
import type { SharedPage } from "#app/http/shared-page.ts";

export const handle: SharedPage = { shared: {} };

export const loader = () => jsonError(404, "There is no such call.");
export const action = loader;
