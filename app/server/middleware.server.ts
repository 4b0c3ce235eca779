import type { IncomingMessage, ServerResponse } from "node:http";

/** One step of what a request meets: it answers, or leaves that to the steps after it by calling `next`. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void | Promise<void>,
) => void | Promise<void>;

/** The steps one after the other; the last one answers whatever the others have left. */
export function composeMiddleware(steps: readonly Middleware[]) {
  return (request: IncomingMessage, response: ServerResponse): void | Promise<void> => {
    const run = (index: number): void | Promise<void> =>
      steps[index]?.(request, response, () => run(index + 1));
    return run(0);
  };
}
