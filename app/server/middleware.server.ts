// What a step of the pipeline is, how they follow each other, and how one learns what became of a request.
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

/** What became of a request: its status, and the milliseconds to the end of its answer. */
type Outcome = { status: number; ms: number };

/** Tells what became of a request when it is over. 499, as nginx has it: the client went before it was answered. */
export function onDone(response: ServerResponse, tell: (outcome: Outcome) => void): void {
  const start = performance.now();
  response.once("close", () => {
    const isAnswered = response.writableFinished || response.headersSent;
    tell({ status: isAnswered ? response.statusCode : 499, ms: performance.now() - start });
  });
}
