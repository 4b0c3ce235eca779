import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Middleware } from "#app/server/middleware.server.ts";
import { hasBody, refuse } from "#app/server/refuse.server.ts";

/** Unanswered requests per connection. Browsers and proxies await each response before the next. */
const PENDING_LIMIT = 20;
const pending = new WeakMap<Socket, number>();

/** Ends a connection that pipelines more requests than the limit. */
export const limitPendingRequests: Middleware = ({ socket }, response, next) => {
  const count = (pending.get(socket) ?? 0) + 1;
  if (count > PENDING_LIMIT) socket.destroy();
  if (socket.destroyed) return;
  pending.set(socket, count);
  response.once("close", () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
  return next();
};

/** A request body must deliver at least MIN_BYTES_PER_WINDOW in each window until complete. */
const WINDOW_MS = 30_000;
const MIN_BYTES_PER_WINDOW = 64 * 1024;
const CHECK_INTERVAL_MS = 1_000;

type Watched = { request: IncomingMessage; response: ServerResponse; at: number; seen: number };
const watched = new Set<Watched>();

export const limitSlowBodies: Middleware = (request, response, next) => {
  if (hasBody(request)) {
    const entry = { request, response, at: performance.now(), seen: request.socket.bytesRead };
    watched.add(entry);
    const forget = () => watched.delete(entry);
    request.once("end", forget);
    request.once("close", forget);
  }
  return next();
};

setInterval(() => {
  const now = performance.now();
  for (const entry of watched) {
    const { bytesRead } = entry.request.socket;
    if (now - entry.at < WINDOW_MS) continue;
    if (bytesRead - entry.seen < MIN_BYTES_PER_WINDOW) cut(entry);
    entry.at = now;
    entry.seen = bytesRead;
  }
}, CHECK_INTERVAL_MS).unref();

const TOO_SLOW =
  "The request took too long to arrive, so nothing was done. Check your connection and try again.";

/** Responds with 408 if no headers have been sent. Always ends the connection. */
function cut(entry: Watched): void {
  watched.delete(entry);
  const { request, response } = entry;
  if (response.headersSent) return void request.socket.destroy();
  refuse(response, { status: 408, message: TOO_SLOW, headers: { Connection: "close" } });
  response.once("finish", () => request.socket.destroySoon());
}
