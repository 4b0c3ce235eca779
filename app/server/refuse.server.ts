import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { isJsonPath } from "#app/http/json.server.ts";
import { SECURITY_HEADERS } from "#app/http/security-headers.server.ts";
import { log } from "#app/platform/log.server.ts";

export type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** Responds in JSON to an API call, otherwise in plain text. Discards a body that no step has read. */
export function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  if (!response.req.readableDidRead) discardBody(response.req);
  const isApi = isJsonPath(response.req.url ?? "");
  response.writeHead(status, {
    "Content-Type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(isApi ? JSON.stringify({ message }) : `${message}\n`);
}

/** Refuses requests with invalid syntax or with headers that are too large or arrive too slowly. */
export function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  log.info({ status, code: error.code }, "unreadable request");
  const ending = { "Cache-Control": "no-store", Connection: "close", "Content-Length": "0" };
  const lines = Object.entries({ ...SECURITY_HEADERS, ...ending }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.setTimeout(2_000, () => socket.destroy());
}

/** Larger than any form submission. */
export const DISCARD_LIMIT_BYTES = 64 * 1024 * 1024;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Discards the body up to the limit: clients send all of it before they read the response. */
export function discardBody(request: IncomingMessage): void {
  let left = DISCARD_LIMIT_BYTES;
  request.removeAllListeners("data");
  request.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
}
