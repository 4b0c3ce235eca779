import type { IncomingMessage, ServerResponse } from "node:http";

/** A step responds to the request or calls `next`. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void | Promise<void>,
) => void | Promise<void>;

export const composeMiddleware =
  (steps: readonly Middleware[]) => (request: IncomingMessage, response: ServerResponse) => {
    const run = (index: number): void | Promise<void> =>
      steps[index]?.(request, response, () => run(index + 1));
    return run(0);
  };

/** Reports status and duration. As in nginx, 499 means that the client disconnected early. */
export function onResponseDone(
  response: ServerResponse,
  tell: (outcome: { status: number; ms: number }) => void,
): void {
  const start = performance.now();
  response.once("close", () => {
    const isAnswered = response.writableFinished || response.headersSent;
    tell({ status: isAnswered ? response.statusCode : 499, ms: performance.now() - start });
  });
}
