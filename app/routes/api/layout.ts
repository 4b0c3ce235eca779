import { answerConditionally } from "#app/http/conditional.server.ts";
import { orJsonError } from "#app/http/json.server.ts";
import type { Route } from "./+types/layout";

/** What is the same for everybody. It may be kept, and is asked about each time. */
const PUBLIC = /^\/api\/(program|speakers|(sessions|speakers)\/\d+\/(speakers|sessions)|openapi\.json)$/;

// Every answer below /api is JSON, whatever happened on the way to it. What is not public stays out of
// caches; a client that has it may still ask whether it has changed.
export const middleware: Route.MiddlewareFunction[] = [
  async function answerJson({ request }, next) {
    const answer = await answerConditionally(request, orJsonError(await next()));
    const isAnswer = (answer.status === 200 || answer.status === 304) && answer.headers.has("ETag");
    const isAnonymous = !request.headers.has("Cookie") && !request.headers.has("Authorization");
    const isShared = isAnswer && isAnonymous && PUBLIC.test(new URL(request.url).pathname);
    answer.headers.set("Cache-Control", isShared ? "public, no-cache" : "no-store");
    if (isShared) answer.headers.set("Vary", "Accept-Encoding, Authorization, Cookie");
    return answer;
  },
];
