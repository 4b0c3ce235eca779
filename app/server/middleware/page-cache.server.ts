// The public pages and lists, rendered and compressed once, until somebody changes what is on them.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { RouterContextProvider } from "react-router";
import { currentUser } from "#app/auth/auth.server.ts";
import { pagesVersion } from "#app/db/connection.server.ts";
import { isKnown } from "#app/http/conditional.server.ts";
import { type Encoding, encodingFor } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { policyHash } from "#app/http/security-headers.server.ts";
import { type SharedRender, sharedRenderContext } from "#app/http/shared-render.server.ts";
import { pagesFor } from "#app/http/site-cookies.server.ts";
import { listProgramSessionIds } from "#app/models/program-session/program-session.server.ts";
import { env } from "#app/platform/env.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";
import { brotliOptions, compressed } from "#app/server/compressed.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { createSharedAddresses, type SharedAddress } from "#app/server/shared-addresses.server.ts";
import type { Site } from "#app/server/site.server.ts";

type Page = {
  /** 200, or 404: what is not there is one page too, until something changes. */
  status: number;
  headers: Record<string, string>;
  etag: string;
  identity: Buffer;
  /** Made when the first visitor asks for them, and kept. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Where a page has a form: the page around its one-time id, which everybody has to have another one of. */
  form: FormPage | null;
};
type FormPage = {
  html: WithFormId;
  policy: string;
  /** The inline scripts that have the id too, each with the hash that the policy has for it. */
  scripts: { hash: string; text: WithFormId }[];
};
/** A text, taken apart where the id stands in it. */
type WithFormId = string[];

/** Proxies may keep a page for so long before they ask again; browsers ask each time. */
const SHARED_FOR_S = 10;
const LIMIT_BYTES = 32 * 1024 * 1024;

/** How often the cache had a page, and how often it had to be rendered, since the start. */
export const pageCacheCounts = { hit: 0, miss: 0 };

/**
 * Answers a request for what a route shares with everybody, or with everybody who is signed in; every other request
 * is left to the steps after this one.
 */
export function pageCache({ routes, render }: Site): Middleware {
  const pages = new VersionedCache<Page | Response>(LIMIT_BYTES, (page) => (isPage(page) ? sizeOf(page) : 0));
  const sessionIds = { version: "", ids: new Set<string>() };
  const sharedAt = createSharedAddresses(routes, (id) => sessionIds.ids.has(id));

  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const version = pagesVersion();
    if (sessionIds.version !== version) {
      const ids = new Set((await listProgramSessionIds()).map(String));
      Object.assign(sessionIds, { version, ids });
    }
    const address = sharedAt(request.url ?? "");
    if (!address) return next();
    const visitor = visitorOf(request, address);
    if (visitor === "own") return next();
    const isSignedIn = visitor === "signed-in" && (await isLoginOfOrganiser(request));
    const isLite = address.isPage && request.headers["save-data"] === "on";
    const wanted = { isSignedIn, isLite, path: address.path };
    const key = JSON.stringify(wanted);
    const kept = pages.get(key, version);
    pageCacheCounts[kept ? "hit" : "miss"] += 1;
    const page = kept ?? (await pages.make(key, version, () => renderPage(wanted), isPage));
    if (!isPage(page)) await pass(page.clone(), request, response);
    else if (visitor === "signed-in") await sendToOne(page, request, response);
    else await send(page, request, response);
  };

  async function renderPage({ isSignedIn, isLite, path }: Wanted): Promise<Page | Response> {
    const headers: HeadersInit = isLite ? { "Save-Data": "on" } : {};
    const shared: SharedRender = { isSignedIn, formId: newFormId(), hasForm: false, scripts: [] };
    const context = new RouterContextProvider();
    context.set(sharedRenderContext, shared);
    const rendered = await render(new Request(env.SITE_ORIGIN + path, { headers }), context);
    const isShared =
      (rendered.status === 200 || rendered.status === 404) &&
      /^(text\/html|application\/json)/.test(rendered.headers.get("Content-Type") ?? "") &&
      !rendered.headers.has("Set-Cookie");
    return isShared ? toPage(rendered, shared) : rendered;
  }
}

/** Which of the pages at an address: without script it is another one. */
type Wanted = { isSignedIn: boolean; isLite: boolean; path: string };

/** What is kept; an answer that is passed on as it is, to those who asked for it together, is not. */
const isPage = (answer: Page | Response): answer is Page => "identity" in answer;

/** In bytes. Compressed, a page is at most a third of what it was, in each of two encodings. */
const sizeOf = ({ identity, form }: Page): number =>
  500 + Math.ceil((identity.length * 5) / 3) + (form?.html.join().length ?? 0) * 2;

/** What this visitor gets. A call's answer is shared by those alone who send neither a cookie nor a token. */
function visitorOf({ headers }: IncomingMessage, { isPage }: SharedAddress): "own" | "signed-in" | "same" {
  if (isPage) return pagesFor(headers.cookie ?? "");
  return headers.cookie || headers.authorization ? "own" : "same";
}

const isLoginOfOrganiser = async ({ headers }: IncomingMessage): Promise<boolean> =>
  (await currentUser(new Request(env.SITE_ORIGIN, { headers: { Cookie: headers.cookie ?? "" } }))) !== null;

async function toPage(rendered: Response, shared: SharedRender): Promise<Page> {
  const { status } = rendered;
  const html = await rendered.text();
  const isHtml = rendered.headers.get("Content-Type")?.startsWith("text/html") === true;
  const headers = Object.fromEntries(rendered.headers);
  if (isHtml) headers.vary = "Accept-Encoding, Cookie, Save-Data";
  if (shared.hasForm) {
    headers["cache-control"] = "private, no-cache";
    const form = toFormPage(html, headers, shared);
    return { status, headers, etag: "", identity: Buffer.alloc(0), compressed: {}, form };
  }
  if (isHtml && status === 200)
    headers["cache-control"] = `public, max-age=0, s-maxage=${SHARED_FOR_S}, must-revalidate`;
  const identity = Buffer.from(html);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status, headers, etag, identity, compressed: {}, form: null };
}

const toFormPage = (
  html: string,
  headers: Record<string, string>,
  { formId, scripts }: SharedRender,
): FormPage => ({
  html: html.split(formId),
  policy: headers["content-security-policy"] ?? "",
  scripts: scripts
    .filter((script) => script.includes(formId))
    .map((script) => ({ hash: policyHash(script), text: script.split(formId) })),
});

/** The body of a page that is kept, for one way of compressing it. */
function bodyOf(page: Page, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === "identity") return page.identity;
  const kept = page.compressed[encoding];
  if (kept) return kept;
  const compressing = compressed(page.identity, encoding);
  page.compressed[encoding] = compressing;
  compressing.catch(() => delete page.compressed[encoding]);
  return compressing;
}

/** A page to somebody with a login: nobody keeps it, as it may be another one when they have logged out. */
const sendToOne = (page: Page, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  send(
    { ...page, etag: "", headers: { ...page.headers, "cache-control": "private, no-store" } },
    request,
    response,
  );

async function send(page: Page, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (page.form) {
    const { headers, body } = withNewFormId(page.headers, page.form, encoding);
    finish(200, headers, encoding, body, request, response);
    return;
  }
  // What is not there, and what is nobody's to keep, has no version that a client could have already.
  if (page.status !== 200 || page.etag === "") {
    finish(page.status, page.headers, encoding, await bodyOf(page, encoding), request, response);
    return;
  }
  const etag = `"${page.etag}-${encoding}"`;
  const headers = { ...page.headers, etag };
  if (isKnown(request.headers["if-none-match"], etag)) {
    const { "content-type": _none, ...unchanged } = headers as Record<string, string>;
    response.writeHead(304, unchanged);
    response.end();
    return;
  }
  finish(200, headers, encoding, await bodyOf(page, encoding), request, response);
}

/** The page with a one-time id of its own, and the policy that fits its scripts then. */
function withNewFormId(
  headers: Record<string, string>,
  { html, policy, scripts }: FormPage,
  encoding: Encoding,
) {
  const formId = newFormId();
  const newPolicy = scripts.reduce(
    (changed, script) => changed.replace(script.hash, policyHash(script.text.join(formId))),
    policy,
  );
  const plain = Buffer.from(html.join(formId));
  const body =
    encoding === "br"
      ? brotliCompressSync(plain, brotliOptions(6))
      : encoding === "gzip"
        ? gzipSync(plain, { level: 5 })
        : plain;
  return { headers: { ...headers, "content-security-policy": newPolicy }, body };
}

function finish(
  status: number,
  headers: Record<string, string>,
  encoding: Encoding,
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const coding = encoding === "identity" ? {} : { "content-encoding": encoding };
  response.writeHead(status, { ...headers, ...coding, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** An answer that is not to be kept: an error, or one that sets a cookie. */
async function pass(rendered: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await rendered.arrayBuffer());
  finish(rendered.status, Object.fromEntries(rendered.headers), "identity", body, request, response);
}
