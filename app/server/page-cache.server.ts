// The public pages and lists, rendered and compressed once, until somebody changes what is on them.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { pagesVersion } from "#app/db/connection.server.ts";
import { isKnown } from "#app/http/conditional.server.ts";
import { type Encoding, encodingFor } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { hasPersonalCookie } from "#app/http/site-cookies.server.ts";
import { listProgramSessionIds } from "#app/models/program-session/program-session.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { RouteTable } from "#app/server/route-patterns.server.ts";
import { createSharedAddresses, type SharedAddress } from "#app/server/shared-addresses.server.ts";

type Page = {
  version: string;
  /** 200, or 404: what is not there is one page too, until something changes. */
  status: number;
  headers: Record<string, string>;
  etag: string;
  bodies: Record<Encoding, Buffer>;
  /** Where a page has a form: its one-time id, which everybody has to have another one of. */
  form: { html: string; id: string; policy: string } | null;
};
export type RenderPage = (request: Request) => Promise<Response>;

/** Proxies may keep a page for so long before they ask again; browsers ask each time. */
const SHARED_FOR_S = 10;
const LIMIT_BYTES = 32 * 1024 * 1024;

/** How often the cache had a page, and how often it had to be rendered, since the start. */
export const pageCacheCounts = { hit: 0, miss: 0 };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const brotliQuality = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window of 256 kB holds any page; the usual one of 4 MB is memory for nothing.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

/**
 * Makes the cache in front of `render`. It answers a request for what a route of the table shares with
 * everybody, from whoever has no cookie that it depends on, and says whether it did; every other request is
 * somebody else's.
 */
export function createPageCache(routes: RouteTable, render: RenderPage) {
  const pages = new LRUCache<string, Page>({
    maxSize: LIMIT_BYTES,
    sizeCalculation: ({ bodies, form }) =>
      1_000 + bodies.br.length + bodies.gzip.length + bodies.identity.length + (form?.html.length ?? 0) * 2,
  });
  const coming = new Map<string, Promise<Page | Response>>();
  const sessionIds = { version: "", ids: new Set<string>() };
  const sharedAt = createSharedAddresses(routes, (id) => sessionIds.ids.has(id));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const version = pagesVersion();
    if (sessionIds.version !== version) {
      const ids = new Set((await listProgramSessionIds()).map(String));
      Object.assign(sessionIds, { version, ids });
    }
    const address = sharedAt(request.url ?? "");
    if (!address || isPersonal(request, address)) return false;
    const key = keyOf(request, address);
    const kept = pages.get(key);
    const isCurrent = kept?.version === version;
    pageCacheCounts[isCurrent ? "hit" : "miss"] += 1;
    const page = isCurrent ? kept : await (coming.get(`${version} ${key}`) ?? make(key, version));
    if (page instanceof Response) await pass(page.clone(), request, response);
    else send(page, request, response);
    return true;
  }

  /** Renders a page; several who ask for it at the same time wait for the same one. */
  function make(key: string, version: string): Promise<Page | Response> {
    const made = renderPage(key, version).finally(() => coming.delete(`${version} ${key}`));
    coming.set(`${version} ${key}`, made);
    return made;
  }

  async function renderPage(key: string, version: string): Promise<Page | Response> {
    const [lite, path] = key.split(" ");
    const headers: HeadersInit = lite === "lite" ? { "Save-Data": "on" } : {};
    const rendered = await render(new Request(env.SITE_ORIGIN + path, { headers }));
    const isShared =
      (rendered.status === 200 || rendered.status === 404) &&
      /^(text\/html|application\/json)/.test(rendered.headers.get("Content-Type") ?? "") &&
      !rendered.headers.has("Set-Cookie");
    if (!isShared) return rendered;
    const page = await toPage(rendered, version);
    // Somebody may have changed something meanwhile: then it is good for this answer, and no other.
    if (pagesVersion() === version) pages.set(key, page);
    return page;
  }

  return { answer };
}

/** Whether this visitor gets an answer of their own. That of a call is for whoever sends neither a cookie nor a token. */
const isPersonal = ({ headers }: IncomingMessage, { isPage }: SharedAddress): boolean =>
  isPage
    ? hasPersonalCookie(headers.cookie ?? "")
    : headers.cookie !== undefined || headers.authorization !== undefined;

/** What a page is kept under: without script it is another one. */
const keyOf = ({ headers }: IncomingMessage, { isPage, path }: SharedAddress): string =>
  `${isPage && headers["save-data"] === "on" ? "lite" : "full"} ${path}`;

async function toPage(rendered: Response, version: string): Promise<Page> {
  const { status } = rendered;
  const html = await rendered.text();
  const isPage = rendered.headers.get("Content-Type")?.startsWith("text/html") === true;
  const formId = !isPage ? undefined : /name="formId" value="([0-9a-f-]{36})"/.exec(html)?.[1];
  const identity = Buffer.from(html);
  const headers = Object.fromEntries(rendered.headers);
  if (isPage) headers.vary = "Accept-Encoding, Cookie, Save-Data";
  if (formId !== undefined) {
    headers["cache-control"] = "private, no-cache";
    const policy = headers["content-security-policy"] ?? "";
    const none = Buffer.alloc(0);
    const bodies = { br: none, gzip: none, identity: none };
    return { version, status, headers, etag: "", bodies, form: { html, id: formId, policy } };
  }
  if (isPage && status === 200)
    headers["cache-control"] = `public, max-age=0, s-maxage=${SHARED_FOR_S}, must-revalidate`;
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, brotliQuality(11)),
    compressGzip(identity, { level: 9 }),
  ]);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { version, status, headers, etag, bodies: { br, gzip: zipped, identity }, form: null };
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  if (page.form) {
    const { headers, body } = withNewFormId(page.headers, page.form, encoding);
    finish(200, headers, encoding, body, request, response);
    return;
  }
  // What is not there has no version that a client could have already.
  if (page.status !== 200) {
    finish(page.status, page.headers, encoding, page.bodies[encoding], request, response);
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
  finish(200, headers, encoding, page.bodies[encoding], request, response);
}

/** The page with a one-time id of its own, which is in a form and in one script, whose hash changes with it. */
function withNewFormId(
  headers: Record<string, string>,
  { html, id, policy }: NonNullable<Page["form"]>,
  encoding: Encoding,
) {
  const newId = newFormId();
  let newPolicy = policy;
  for (const [, script = ""] of html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)) {
    if (script.includes(id)) newPolicy = newPolicy.replace(hash(script), hash(script.replaceAll(id, newId)));
  }
  const plain = Buffer.from(html.replaceAll(id, newId));
  const body =
    encoding === "br"
      ? brotliCompressSync(plain, brotliQuality(6))
      : encoding === "gzip"
        ? gzipSync(plain, { level: 5 })
        : plain;
  return { headers: { ...headers, "content-security-policy": newPolicy }, body };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64");

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
