import { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { SECURITY_HEADERS } from "#app/http/security-headers.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { isStopping } from "#app/server/shutdown.server.ts";

const DEFAULTS: Record<string, string> = { ...SECURITY_HEADERS, "Cache-Control": "no-store" };

/** Sets headers for every response, including files and errors. Routes may override them. */
export const setDefaultHeaders: Middleware = (_, response, next) => {
  onHeaders(response, () => {
    for (const [name, value] of Object.entries(DEFAULTS)) {
      // A 304 for a file has no Cache-Control, so the client keeps the one it has stored.
      if (name === "Cache-Control" && response.statusCode === 304) continue;
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    for (const [name, value] of ownHeaders()) response.setHeader(name, value);
  });
  return next();
};

const ownHeaders = (): [name: string, value: string][] => [
  ["X-Request-Id", requestContext.getStore()?.id ?? ""],
  ...(isStopping() ? [["Connection", "close"] satisfies [string, string]] : []),
];

/** Returns alternating names and values, including the defaults. Built once and sent many times. */
export function prebuildHeaders(headers: Record<string, string>): readonly string[] {
  const all = new Headers(DEFAULTS);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return [...all].flat();
}

/** Bypasses `onHeaders`, which would check each header again. */
export function writePrebuiltHeaders(response: ServerResponse, status: number, head: readonly string[]) {
  ServerResponse.prototype.writeHead.call(response, status, [...head, ...ownHeaders().flat()]);
}
