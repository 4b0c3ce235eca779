// Caches public pages and JSON lists, rendered and compressed, until their contents change.
import type { IncomingMessage, ServerResponse } from "node:http";
import { RouterContextProvider } from "react-router";
import { getCurrentLogin } from "#app/auth/auth.server.ts";
import { recentVersion } from "#app/db/connection.server.ts";
import { SHARED_CACHE_MS } from "#app/http/cache-policy.server.ts";
import { matchesEtag } from "#app/http/conditional-request.server.ts";
import { chooseEncoding } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { type SharedRender, sharedRenderContext } from "#app/http/shared-render.server.ts";
import { chooseCacheVariant } from "#app/http/site-cookies.server.ts";
import { createPageVersionReader, type PageVersion } from "#app/models/landing/page-versions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";
import {
  type CachedPage,
  cachedPageSize,
  getPageResponseParts,
  type PageResponseParts,
  toCachedPage,
} from "#app/server/cached-page.server.ts";
import { writePrebuiltHeaders } from "#app/server/middleware/default-headers.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { createSharedPageFinder, type SharedPageUrl } from "#app/server/shared-urls.server.ts";
import type { Site } from "#app/server/site.server.ts";

const LIMIT_BYTES = 32 * 1024 * 1024;

/** Counts since startup. */
export const pageCacheCounts = { hit: 0, miss: 0 };

/** Serves the pages shared by all visitors or by all logged-in visitors. */
export function pageCache({ routes, render }: Site): Middleware {
  const pages = new VersionedCache<CachedPage | Response>(LIMIT_BYTES, (page) =>
    isPage(page) ? cachedPageSize(page) : 0,
  );
  const latestEdition = createPageVersionReader(SHARED_CACHE_MS);
  let edition: PageVersion | undefined;
  const sharedAt = createSharedPageFinder(routes, (kind, id) => edition?.ids[kind].has(id) === true);

  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    // If this fails, rendering the page fails too, and reports the error.
    edition = (await latestEdition(recentVersion("pages")).catch(() => null)) ?? undefined;
    if (!edition) return next();
    const { version, isEnding } = edition;
    const url = sharedAt(request.url ?? "");
    if (!url) return next();
    const visitor = await visitorOf(request, url);
    if (visitor === "own") return next();
    const isLoggedIn = visitor === "logged-in" && (await hasLogin(request));
    const isLite = url.isPage && request.headers["save-data"] === "on";
    const wanted = { isLoggedIn, isLite, isEnding, path: url.path };
    const key = `${isLoggedIn} ${isLite} ${url.path}`;
    const kept = pages.get(key, version);
    pageCacheCounts[kept ? "hit" : "miss"] += 1;
    const page = kept ?? (await pages.make(key, version, () => renderPage(wanted), isPage));
    if (!isPage(page)) return sendFresh(page.clone(), response);
    const ready = await getPageResponseParts(page, chooseEncoding(request.headers["accept-encoding"]));
    send(page, ready, visitor === "logged-in", response);
  };

  async function renderPage({ isLoggedIn, isLite, isEnding, path }: Wanted): Promise<CachedPage | Response> {
    const headers: HeadersInit = isLite ? { "Save-Data": "on" } : {};
    const shared: SharedRender = { isLoggedIn, isEnding, formId: newFormId(), hasForm: false, scripts: [] };
    const context = new RouterContextProvider();
    context.set(sharedRenderContext, shared);
    const rendered = await render(new Request(env.SITE_ORIGIN + path, { headers }), context);
    const isShared =
      (rendered.status === 200 || rendered.status === 404) &&
      /^(text\/html|application\/json)/.test(rendered.headers.get("Content-Type") ?? "") &&
      !rendered.headers.has("Set-Cookie");
    return isShared ? toCachedPage(rendered, shared) : rendered;
  }
}

/** If `isLite` is set, the page is rendered without JavaScript. */
type Wanted = { isLoggedIn: boolean; isLite: boolean; isEnding: boolean; path: string };

/** A plain Response is shared only by concurrent requests, and is not cached. */
const isPage = (answer: CachedPage | Response): answer is CachedPage => "identity" in answer;

/** Clients without a login, toast or token share the response to an API call. */
async function visitorOf({ headers }: IncomingMessage, { isPage }: SharedPageUrl) {
  const pages = await chooseCacheVariant(headers.cookie ?? "");
  return isPage || (pages === "same" && !headers.authorization) ? pages : "own";
}

const hasLogin = async ({ headers }: IncomingMessage): Promise<boolean> =>
  (await getCurrentLogin(new Request(env.SITE_ORIGIN, { headers: { Cookie: headers.cookie ?? "" } }))) !==
  null;

function send(
  { status }: CachedPage,
  { body, etag, head, headForOne, headUnchanged }: PageResponseParts,
  isForOne: boolean,
  response: ServerResponse,
): void {
  if (!isForOne && etag !== null && matchesEtag(response.req.headers["if-none-match"], etag)) {
    writePrebuiltHeaders(response, 304, headUnchanged);
    response.end();
    return;
  }
  writePrebuiltHeaders(response, status, isForOne ? headForOne : head);
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/** Sends a response that must not be cached, such as an error or one that sets a cookie. */
async function sendFresh(rendered: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await rendered.arrayBuffer());
  for (const [name, value] of rendered.headers) response.appendHeader(name, value);
  response.writeHead(rendered.status, { "Content-Length": body.length });
  response.end(response.req.method === "HEAD" ? undefined : body);
}
