import type { MiddlewareFunction } from "react-router";
import { refuseUnauthorized } from "#app/auth/auth.server.ts";
import { jsonError, NO_ENDPOINT } from "#app/http/json.server.ts";
import { CALLS_BY_ROUTE, rightFor } from "#app/openapi/calls.server.ts";
import { checkQuery } from "#app/openapi/known-parameters.server.ts";

// Also runs for unknown paths, so only organisers and tokens can find out which paths exist.
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, pattern, context }) => {
    const call = CALLS_BY_ROUTE.get(`/${pattern}`)?.[0];
    const right = call ? rightFor({ isFor: call.isFor, method: request.method }) : null;
    const refusal = await refuseUnauthorized(request, context, right);
    if (refusal ?? !call) throw refusal ?? jsonError(404, NO_ENDPOINT);
  },
  checkQuery({ isGuarded: true }),
];
