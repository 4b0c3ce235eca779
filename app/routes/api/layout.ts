import { orJsonError } from "#app/http/json.server.ts";
import type { Route } from "./+types/layout";

// Every answer below /api is JSON and stays out of caches, whatever happened on the way to it.
export const middleware: Route.MiddlewareFunction[] = [
  async function answerJson(_, next) {
    const answer = orJsonError(await next());
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  },
];
