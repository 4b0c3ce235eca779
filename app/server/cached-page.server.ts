// A page as the page cache keeps it: as it was rendered, and as it is sent, compressed and with its head.
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { ASKED_FOR_EACH_TIME, KEPT_BY_CACHES } from "#app/http/cache-policy.server.ts";
import type { Encoding } from "#app/http/content-negotiation.server.ts";
import { newFormId } from "#app/http/form.server.ts";
import { policyHash } from "#app/http/security-headers.server.ts";
import type { SharedRender } from "#app/http/shared-render.server.ts";
import { brotliOptions, compressed } from "#app/server/compressed.server.ts";
import { type ReadyHead, readyHead } from "#app/server/middleware/default-headers.server.ts";

export type CachedPage = {
  /** 200, or 404: what is not there is one page too, until something changes. */
  status: number;
  headers: Record<string, string>;
  etag: string;
  identity: Buffer;
  /** Made when the first visitor asks for them, and kept. */
  ready: Partial<Record<Encoding, Promise<ReadyPage>>>;
  /** Where a page has a form: the page around its one-time id, which everybody has to have another one of. */
  form: FormPage | null;
};

/** A page as it is sent, compressed in one way. */
export type ReadyPage = {
  body: Buffer;
  /** Of this page so compressed; none where it has no version that a client could have already. */
  etag: string | null;
  head: ReadyHead;
  /** To somebody with a login: nobody keeps the page, as it may be another one when they have logged out. */
  headForOne: ReadyHead;
  /** For who has it already. */
  headUnchanged: ReadyHead;
};

type FormPage = {
  html: WithFormId;
  policy: string;
  /** The inline scripts that have the id too, each with the hash that the policy has for it. */
  scripts: { hash: string; text: WithFormId }[];
};
/** A text, taken apart where the id stands in it. */
type WithFormId = string[];

/** In bytes. Compressed, a page is at most a third of what it was, in each of two encodings; all have their heads. */
export const sizeOf = ({ identity, form }: CachedPage): number =>
  4_000 + Math.ceil((identity.length * 5) / 3) + (form?.html.join().length ?? 0) * 2;

/** What is kept of an answer that was rendered for everybody. */
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
    headers["cache-control"] = shared.isEnding ? ASKED_FOR_EACH_TIME : KEPT_BY_CACHES;
  const identity = Buffer.from(html);
  const etag = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { status, headers, etag, identity, ready: {}, form: null };
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

/** A page that is kept, compressed in this way; one with a form has an id of its own each time. */
export function readyPage(page: CachedPage, encoding: Encoding): ReadyPage | Promise<ReadyPage> {
  if (page.form) return withNewFormId(page.headers, page.form, encoding);
  const kept = page.ready[encoding];
  if (kept) return kept;
  // What is not there is one page too, but it has no version.
  const etag = page.status === 200 ? `"${page.etag}-${encoding}"` : null;
  const making = compressed(page.identity, encoding).then((body) =>
    makeReady(page.headers, body, encoding, etag),
  );
  page.ready[encoding] = making;
  making.catch(() => delete page.ready[encoding]);
  return making;
}

function makeReady(
  headers: Record<string, string>,
  body: Buffer,
  encoding: Encoding,
  etag: string | null,
): ReadyPage {
  const coding: Record<string, string> = encoding === "identity" ? {} : { "content-encoding": encoding };
  const tag: Record<string, string> = etag === null ? {} : { etag };
  const whole = { ...headers, ...coding, "content-length": String(body.length) };
  const { "content-type": _none, ...unchanged } = headers;
  return {
    body,
    etag,
    head: readyHead({ ...whole, ...tag }),
    headForOne: readyHead({ ...whole, "cache-control": "private, no-store" }),
    headUnchanged: readyHead({ ...unchanged, ...tag }),
  };
}

/** The page with a one-time id of its own, and the policy that fits its scripts then. */
function withNewFormId(
  headers: Record<string, string>,
  { html, policy, scripts }: FormPage,
  encoding: Encoding,
): ReadyPage {
  const formId = newFormId();
  const newPolicy = scripts.reduce(
    (changed, script) => changed.replace(script.hash, policyHash(script.text.join(formId))),
    policy,
  );
  const plain = Buffer.from(html.join(formId));
  const body =
    encoding === "br"
      ? brotliCompressSync(plain, brotliOptions(6, plain.length))
      : encoding === "gzip"
        ? gzipSync(plain, { level: 5 })
        : plain;
  return makeReady({ ...headers, "content-security-policy": newPolicy }, body, encoding, null);
}
