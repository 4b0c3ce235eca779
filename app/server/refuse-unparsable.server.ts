import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { SECURITY_HEADERS, STRICT_POLICY } from "#app/http/security-headers.server.ts";
import { log } from "#app/platform/log.server.ts";

/** What never became a request: broken syntax, headers too large or too slow. */
export function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  log.info({ status, code: error.code }, "unreadable request");
  const headers = { ...SECURITY_HEADERS, "Content-Security-Policy": STRICT_POLICY };
  const ending = { "Cache-Control": "no-store", Connection: "close", "Content-Length": "0" };
  const lines = Object.entries({ ...headers, ...ending }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.setTimeout(2_000, () => socket.destroy());
}
