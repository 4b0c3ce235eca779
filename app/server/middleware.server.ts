import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** One step of what a request meets: it answers, or leaves that to the steps after it by calling `next`. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void | Promise<void>,
) => void | Promise<void>;

/** The steps one after the other, and `application` for what none of them has answered. */
export function composeMiddleware(steps: readonly Middleware[], application: RequestListener) {
  return (request: IncomingMessage, response: ServerResponse): void | Promise<void> => {
    const run = (index: number): void | Promise<void> => {
      const step = steps[index];
      return step ? step(request, response, () => run(index + 1)) : application(request, response);
    };
    return run(0);
  };
}
