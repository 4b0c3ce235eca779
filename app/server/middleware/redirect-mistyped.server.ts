import { env } from "#app/platform/env.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Punctuation that mail programs take for the end of an address, also as browsers encode it. */
const STRAY_END = /^(\/[^?]*?[\w-])(?:[.,;:!)\]'>]|%22|%3E|%5D|%E2%80%9[9D])+(\?.*)?$/i;

/** Addresses that people type, each with its place on the landing page. */
const TYPED: Record<string, string | undefined> = {
  "/schedule": "/#program",
  "/program": "/#program",
  "/speakers": "/#speakers",
};

const { hostname } = new URL(env.SITE_ORIGIN);

/** Redirects from `www.` and the site's own name. With 308, a form or call keeps its method. */
export const redirectWww: Middleware = ({ headers, url = "" }, response, next) => {
  if (headers.host?.toLowerCase().replace(/:\d+$/, "") !== `www.${hostname}`) return next();
  response.writeHead(308, { Location: env.SITE_ORIGIN + url }).end();
};

/** Redirects from an address that people type, and from one with punctuation at the end of its path. */
export const redirectMistyped: Middleware = ({ method, url = "" }, response, next) => {
  const [, path, query = ""] = STRAY_END.exec(url) ?? [];
  const target = TYPED[url.toLowerCase()] ?? (path && path + query);
  if (target === undefined || (method !== "GET" && method !== "HEAD")) return next();
  response.writeHead(302, { Location: target }).end();
};
