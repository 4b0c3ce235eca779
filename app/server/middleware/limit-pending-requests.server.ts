import type { Socket } from "node:net";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Requests that one connection may have waiting. Browsers and proxies send the next after the answer. */
const PENDING_LIMIT = 20;
const pending = new WeakMap<Socket, number>();

/** A connection that pipelines more and more requests without reading the answers is ended. */
export const limitPendingRequests: Middleware = ({ socket }, response, next) => {
  const count = (pending.get(socket) ?? 0) + 1;
  if (count > PENDING_LIMIT) socket.destroy();
  if (socket.destroyed) return;
  pending.set(socket, count);
  response.once("close", () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
  return next();
};
