import { methodNotAllowed } from "#app/http/json.server.ts";
import { apiDocument } from "#app/openapi/document.server.ts";

/** GET /api/openapi.json: what the calls take and answer, as OpenAPI 3.1. */
export const loader = () => Response.json(apiDocument());

export const action = () => methodNotAllowed("GET", "HEAD");
