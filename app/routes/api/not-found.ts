import { jsonError } from "#app/http/json.server.ts";

export const loader = () => jsonError(404, "There is no such call.");
export const action = loader;
