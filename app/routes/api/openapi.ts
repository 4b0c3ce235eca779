import { markPublicResponse, type SharedPage } from "#app/http/cache-policy.server.ts";
import { getApiDocument } from "#app/openapi/document.server.ts";

export const handle: SharedPage = { shared: {} };
export const middleware = [markPublicResponse];

/** GET /api/openapi.json: requests and responses of all API calls, as OpenAPI 3.1. */
export const loader = () => Response.json(getApiDocument());
