import type { IncomingMessage } from "node:http";
import { isJsonPath, NO_ENDPOINT } from "#app/http/json.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { DISCARD_LIMIT_BYTES, type Refusal, refuse } from "#app/server/refuse.server.ts";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Refuses requests that would make later steps fail. */
export const refuseMalformed: Middleware = (request, response, next) => {
  const problem = problemOf(request);
  if (!problem) return next();
  refuse(response, problem);
};

function problemOf({ url = "", headers, rawHeaders }: IncomingMessage): Refusal | null {
  if (countHeader("host", rawHeaders) !== 1 || !isReadableHost(headers.host ?? "")) {
    return { status: 400, message: "The request does not name exactly one host." };
  }
  if (url.startsWith("//") && isJsonPath(url)) return { status: 404, message: NO_ENDPOINT };
  if (!isReadablePath(url)) return { status: 400, message: "This URL isn’t valid. Check it for typos." };
  if (Number(headers["content-length"] ?? 0) > DISCARD_LIMIT_BYTES) {
    const headers = { Connection: "close" };
    return { status: 413, message: "This is too large. The limit for images is 10 MB.", headers };
  }
  return null;
}

/** `rawHeaders` alternates names and values. */
const countHeader = (wanted: string, rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length;

const isReadableHost = (host: string): boolean => HOST.test(host) && URL.canParse(`http://${host}`);

/** Matches paths that a URL parser would not change. */
const PLAIN_PATH = /^\/(?:[\w-]+\/)*[\w-]*$/;

function isReadablePath(url: string): boolean {
  if (PLAIN_PATH.test(url)) return true;
  // Browsers treat a backslash in a path as a slash, so `/\host` would lead to another site.
  if (!/^\/[^\\?]*(\?|$)/.test(url)) return false;
  try {
    const { pathname } = new URL(`http://site${url}`);
    // Double slashes or control characters can lead to another host. No route matches a line break.
    return !pathname.startsWith("//") && !/[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
