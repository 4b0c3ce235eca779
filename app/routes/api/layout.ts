import { jsonError } from "#app/http/json.server.ts";
import type { Route } from "./+types/layout";

// Every answer below /api is JSON and stays out of caches, whatever happened on the way to it.
export const middleware: Route.MiddlewareFunction[] = [
  async function answerJson(_, next) {
    const response = await next();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const answer =
      response.status < 500 || isJson
        ? response
        : jsonError(500, "Something went wrong on our side. Please try again later.");
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  },
];
