// Files made from the program: kept, the same for everybody, until what they are made from changes.
import { createHash } from "node:crypto";
import { pagesVersion } from "#app/db/connection.server.ts";
import { KEPT_BY_CACHES } from "#app/http/cache-policy.server.ts";
import { isKnown } from "#app/http/conditional.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";

type File = { etag: string; body: Uint8Array<ArrayBuffer> };
type Recipe = {
  /** What it is kept under. */
  key: string;
  type: string;
  make: () => Promise<string | Uint8Array>;
  /** Changes when what it is made from changes; what the public pages show, unless it is said more exactly. */
  version?: string;
  headers?: Record<string, string>;
};

const LIMIT_BYTES = 8 * 1024 * 1024;

const files = new VersionedCache<File>(LIMIT_BYTES, ({ body }) => body.length);

/** Answers with a kept file, made when it is first asked for, or with 304 to who has it. */
export async function sharedFile(
  request: Request,
  { key, type, make, version = pagesVersion(), headers }: Recipe,
): Promise<Response> {
  const kept = files.get(key, version);
  const { etag, body } = kept ?? (await files.make(key, version, () => makeFile(make)));
  const common = { ...headers, "Cache-Control": KEPT_BY_CACHES, ETag: etag };
  if (isKnown(request.headers.get("If-None-Match"), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  return new Response(body, {
    headers: { ...common, "Content-Type": type, "Content-Length": String(body.length) },
  });
}

async function makeFile(make: Recipe["make"]): Promise<File> {
  const body = new Uint8Array(Buffer.from((await make()) as Uint8Array));
  // Weak: the server below us may compress it on its way.
  return { etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`, body };
}

/** 404 for a program that reads files, not pages. */
export const fileNotFound = (text = "We couldn’t find that session."): Response =>
  new Response(`${text}\n`, {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
