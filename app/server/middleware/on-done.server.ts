import type { ServerResponse } from "node:http";

/** What became of a request: its status, and the milliseconds to the end of its answer. */
export type Outcome = { status: number; ms: number };

/** Tells what became of a request when it is over. 499, as nginx has it: the client went before it was answered. */
export function onDone(response: ServerResponse, tell: (outcome: Outcome) => void): void {
  const start = performance.now();
  response.once("close", () => {
    const isAnswered = response.writableFinished || response.headersSent;
    tell({ status: isAnswered ? response.statusCode : 499, ms: performance.now() - start });
  });
}
