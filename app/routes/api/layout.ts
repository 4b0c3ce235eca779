import { publicResponseContext } from "#app/http/cache-policy.server.ts";
import { respondConditionally } from "#app/http/conditional-request.server.ts";
import { ensureJsonError } from "#app/http/json.server.ts";
import { checkQuery } from "#app/openapi/known-parameters.server.ts";
import type { Route } from "./+types/layout";

// Returns errors below /api as JSON. Supports conditional GETs. Caches only public responses.
export const middleware: Route.MiddlewareFunction[] = [
  async function answerJson({ request, context }, next) {
    const answer = await respondConditionally(request, ensureJsonError(await next()));
    const isAnswer = (answer.status === 200 || answer.status === 304) && answer.headers.has("ETag");
    const isAnonymous = !request.headers.get("Cookie") && !request.headers.get("Authorization");
    const isPublic = isAnswer && isAnonymous && context.get(publicResponseContext);
    answer.headers.set("Cache-Control", isPublic ? "public, no-cache" : "no-store");
    if (isPublic) answer.headers.set("Vary", "Accept-Encoding, Authorization, Cookie");
    return answer;
  },
  checkQuery({ isGuarded: false }),
];
