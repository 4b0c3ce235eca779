import type { IncomingMessage } from "node:http";

/** More than any form has; the rest of a refused body is read this far, so that its sender sees the answer. */
export const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** Whether something comes, or may come, behind the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/**
 * Reads what is left of a body without keeping it, so that its sender gets to see the answer: programs
 * and browsers look for one when they have sent everything. Too much ends the connection.
 */
export function discardBody(request: IncomingMessage): void {
  let left = BODY_LIMIT_BYTES;
  request.removeAllListeners("data");
  request.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
}
