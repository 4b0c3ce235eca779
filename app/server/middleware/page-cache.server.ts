// Caches public pages and lists, rendered and compressed, until their contents change.
import type { IncomingMessage, ServerResponse } from "node:http";
import { RouterContextProvider } from "react-router";
import { currentLogin } from "#app/auth/auth.server.ts";
import { latestPagesVersion } from "#app/db/connection.server.ts";
import { SHARED_CACHE_MS } from "#app/http/cache-policy.server.ts";
import { matchesEtag } from "#app/http/conditional-request.server.ts";
import { encodingFor } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { type SharedRender, sharedRenderContext } from "#app/http/shared-render.server.ts";
import { pagesFor } from "#app/http/site-cookies.server.ts";
import { createEditions, type Edition } from "#app/models/landing/page-editions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";
import {
  type CachedPage,
  type ReadyPage,
  readyPage,
  sizeOf,
  toCachedPage,
} from "#app/server/cached-page.server.ts";
import { writeReadyHead } from "#app/server/middleware/default-headers.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { createSharedAddresses, type SharedAddress } from "#app/server/shared-addresses.server.ts";
import type { Site } from "#app/server/site.server.ts";

const LIMIT_BYTES = 32 * 1024 * 1024;

/** Counts since startup. */
export const pageCacheCounts = { hit: 0, miss: 0 };

/** Serves the pages shared by all visitors or by all signed-in visitors. */
export function pageCache({ routes, render }: Site): Middleware {
  const pages = new VersionedCache<CachedPage | Response>(LIMIT_BYTES, (page) =>
    isPage(page) ? sizeOf(page) : 0,
  );
  const latestEdition = createEditions(SHARED_CACHE_MS);
  let edition: Edition | undefined;
  const sharedAt = createSharedAddresses(routes, (kind, id) => edition?.ids[kind].has(id) === true);

  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    // If this fails, rendering the page fails too, and reports the error.
    edition = (await latestEdition(latestPagesVersion()).catch(() => null)) ?? undefined;
    if (!edition) return next();
    const { version, isEnding } = edition;
    const address = sharedAt(request.url ?? "");
    if (!address) return next();
    const visitor = await visitorOf(request, address);
    if (visitor === "own") return next();
    const isSignedIn = visitor === "signed-in" && (await isLoggedIn(request));
    const isLite = address.isPage && request.headers["save-data"] === "on";
    const wanted = { isSignedIn, isLite, isEnding, path: address.path };
    const key = `${isSignedIn} ${isLite} ${address.path}`;
    const kept = pages.get(key, version);
    pageCacheCounts[kept ? "hit" : "miss"] += 1;
    const page = kept ?? (await pages.make(key, version, () => renderPage(wanted), isPage));
    if (!isPage(page)) return sendFresh(page.clone(), request, response);
    const ready = await readyPage(page, encodingFor(request.headers["accept-encoding"]));
    send(page, ready, visitor === "signed-in", request, response);
  };

  async function renderPage({ isSignedIn, isLite, isEnding, path }: Wanted): Promise<CachedPage | Response> {
    const headers: HeadersInit = isLite ? { "Save-Data": "on" } : {};
    const shared: SharedRender = { isSignedIn, isEnding, formId: newFormId(), hasForm: false, scripts: [] };
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

/** `isLite`: rendered without JavaScript. */
type Wanted = { isSignedIn: boolean; isLite: boolean; isEnding: boolean; path: string };

/** A plain Response is shared only by concurrent requests, and is not kept. */
const isPage = (answer: CachedPage | Response): answer is CachedPage => "identity" in answer;

/** Clients without a login, toast or token share the response of a call. */
async function visitorOf({ headers }: IncomingMessage, { isPage }: SharedAddress) {
  const pages = await pagesFor(headers.cookie ?? "");
  return isPage || (pages === "same" && !headers.authorization) ? pages : "own";
}

const isLoggedIn = async ({ headers }: IncomingMessage): Promise<boolean> =>
  (await currentLogin(new Request(env.SITE_ORIGIN, { headers: { Cookie: headers.cookie ?? "" } }))) !== null;

function send(
  { status }: CachedPage,
  { body, etag, head, headForOne, headUnchanged }: ReadyPage,
  isForOne: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!isForOne && etag !== null && matchesEtag(request.headers["if-none-match"], etag)) {
    writeReadyHead(response, 304, headUnchanged);
    response.end();
    return;
  }
  writeReadyHead(response, status, isForOne ? headForOne : head);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** For example, an error, or a response that sets a cookie. */
async function sendFresh(
  rendered: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.from(await rendered.arrayBuffer());
  for (const [name, value] of rendered.headers) response.appendHeader(name, value);
  response.writeHead(rendered.status, { "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}
