// Pages in the page cache: rendered and compressed, with their headers.
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { REVALIDATED_CACHE_CONTROL, SHARED_CACHE_CONTROL } from "#app/http/cache-policy.server.ts";
import type { Encoding } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { policyHash } from "#app/http/security-headers.server.ts";
import type { SharedRender } from "#app/http/shared-render.server.ts";
import { brotliOptions, compress } from "#app/server/compression.server.ts";
import { prebuildHeaders } from "#app/server/middleware/default-headers.server.ts";

export type CachedPage = {
  /** 200, or 404 for the “not found” page, which all unknown URLs share. */
  status: number;
  headers: Record<string, string>;
  etag: string;
  identity: Buffer;
  /** One entry per encoding, compressed when first needed. */
  ready: Partial<Record<Encoding, Promise<PageResponseParts>>>;
  /** A page with a form is split around the form's one-time id, which differs for each visitor. */
  form: FormPage | null;
};

export type PageResponseParts = ReturnType<typeof makeReady>;

type FormPage = {
  html: WithFormId;
  policy: string;
  /** Inline scripts that contain the form id, and their hashes in the content security policy. */
  scripts: { hash: string; text: WithFormId }[];
};
/** Text split around the form id. */
type WithFormId = string[];

/** Returns the size in bytes. Each of the two compressed copies is at most a third of the page. */
export const cachedPageSize = ({ identity, form }: CachedPage): number =>
  4_000 + Math.ceil((identity.length * 5) / 3) + (form?.html.join().length ?? 0) * 2;

export async function toCachedPage(rendered: Response, shared: SharedRender): Promise<CachedPage> {
  const { status } = rendered;
  const html = await rendered.text();
  const isHtml = rendered.headers.get("Content-Type")?.startsWith("text/html") === true;
  const headers = Object.fromEntries(rendered.headers);
  if (isHtml) headers.vary = "Accept-Encoding, Cookie, Save-Data";
  if (shared.hasForm) {
    headers["cache-control"] = "private, no-cache";
    const form = toFormPage(html, headers, shared);
    return { status, headers, etag: "", identity: Buffer.alloc(0), ready: {}, form };
  }
  if (isHtml && status === 200)
    headers["cache-control"] = shared.isEnding ? REVALIDATED_CACHE_CONTROL : SHARED_CACHE_CONTROL;
  const identity = Buffer.from(html);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status, headers, etag, identity, ready: {}, form: null };
}

const toFormPage = (html: string, headers: PageHeaders, { formId, scripts }: SharedRender): FormPage => ({
  html: html.split(formId),
  policy: headers["content-security-policy"] ?? "",
  scripts: scripts
    .filter((script) => script.includes(formId))
    .map((script) => ({ hash: policyHash(script), text: script.split(formId) })),
});

/** Returns the page in this encoding. Inserts a new form id if the page has a form. */
export function getPageResponseParts(page: CachedPage, encoding: Encoding) {
  if (page.form) return withNewFormId(page.headers, page.form, encoding);
  const kept = page.ready[encoding];
  if (kept) return kept;
  const etag = page.status === 200 ? `"${page.etag}-${encoding}"` : null;
  const making = compress(page.identity, encoding).then((body) =>
    makeReady(page.headers, body, encoding, etag),
  );
  page.ready[encoding] = making;
  making.catch(() => delete page.ready[encoding]);
  return making;
}

type PageHeaders = CachedPage["headers"];

/** `etag` is null for pages that clients cannot revalidate: pages with a form, and 404 pages. */
function makeReady(headers: PageHeaders, body: Buffer, encoding: Encoding, etag: string | null) {
  const coding: PageHeaders = encoding === "identity" ? {} : { "content-encoding": encoding };
  const tag: PageHeaders = etag === null ? {} : { etag };
  const whole = { ...headers, ...coding, "content-length": String(body.length) };
  const { "content-type": _none, ...unchanged } = headers;
  return {
    body,
    etag,
    head: prebuildHeaders({ ...whole, ...tag }),
    /** For logged-in visitors. Browsers must not cache the page, because it changes at logout. */
    headForOne: prebuildHeaders({ ...whole, "cache-control": "private, no-store" }),
    headUnchanged: prebuildHeaders({ ...unchanged, ...tag }),
  };
}

/** The policy changes too, because it has the hashes of inline scripts that contain the form id. */
function withNewFormId(headers: PageHeaders, { html, policy, scripts }: FormPage, encoding: Encoding) {
  const formId = newFormId();
  const newPolicy = scripts.reduce(
    (changed, script) => changed.replace(script.hash, policyHash(script.text.join(formId))),
    policy,
  );
  let body: Buffer = Buffer.from(html.join(formId));
  if (encoding === "br") body = brotliCompressSync(body, brotliOptions(6, body.length));
  if (encoding === "gzip") body = gzipSync(body, { level: 5 });
  return makeReady({ ...headers, "content-security-policy": newPolicy }, body, encoding, null);
}
