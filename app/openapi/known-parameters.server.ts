import type { MiddlewareFunction } from "react-router";
import { OPEN_TO_ALL } from "#app/http/cache-policy.server.ts";
import { parseKnown } from "#app/http/json.server.ts";
import { CALLS_BY_ROUTE } from "#app/openapi/calls.server.ts";
import { queryOf } from "#app/openapi/schemas.server.ts";

/** Returns each parameter’s first value. A `+`, which means a space, is read as the sign of a time’s offset. */
export const readQuery = (request: Request): Record<string, string> =>
  Object.fromEntries([...new URL(request.url.replaceAll("+", "%2B")).searchParams].reverse());

/** Refuses (422) what the call's query does not have. Guarded calls are checked after their guard. */
export const checkQuery =
  ({ isGuarded }: { isGuarded: boolean }): MiddlewareFunction<Response> =>
  async ({ request, pattern }) => {
    const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
    const call = CALLS_BY_ROUTE.get(`/${pattern}`)?.find((one) => one.method === method);
    if (!call || (call.isFor !== "everyone") !== isGuarded) return;
    const isOpen = call.isFor === "everyone" && method === "get";
    await parseKnown(readQuery(request), queryOf(call.id), { headers: isOpen ? OPEN_TO_ALL : {} });
  };
