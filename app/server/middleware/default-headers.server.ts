import { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { SECURITY_HEADERS, STRICT_POLICY } from "#app/http/security-headers.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { isStopping } from "#app/server/shutdown.server.ts";

/** What an answer has where nothing else is said. */
const DEFAULTS: Record<string, string> = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": STRICT_POLICY,
  "Cache-Control": "no-store",
};

/** What a route has set itself stays; static files, refusals and the layers' own errors get it here. */
export const defaultHeaders: Middleware = (_, response, next) => {
  onHeaders(response, () => {
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    for (const [name, value] of ownHeaders()) response.setHeader(name, value);
  });
  return next();
};

/** What belongs to one answer alone. */
const ownHeaders = (): [name: string, value: string][] => [
  ["X-Request-Id", requestContext.getStore()?.id ?? ""],
  ...(isStopping() ? [["Connection", "close"] satisfies [string, string]] : []),
];

/** A head that is sent many times, made once: names and values in turn, defaults among them. */
export type ReadyHead = readonly string[];

export function readyHead(headers: Record<string, string>): ReadyHead {
  const all = new Headers(DEFAULTS);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return [...all].flat();
}

/** Sends such a head. Past `onHeaders`, which would look at each of its lines again. */
export const writeReadyHead = (response: ServerResponse, status: number, head: ReadyHead): void => {
  ServerResponse.prototype.writeHead.call(response, status, [...head, ...ownHeaders().flat()]);
};
