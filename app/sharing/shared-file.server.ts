// Caches files that all visitors share, until their sources change.
import { createHash } from "node:crypto";
import { pagesVersion } from "#app/db/connection.server.ts";
import { OPEN_TO_ALL, SHARED_CACHE_CONTROL } from "#app/http/cache-policy.server.ts";
import { matchesEtag } from "#app/http/conditional-request.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";

type File = { etag: string; body: Uint8Array<ArrayBuffer> };
type Recipe = {
  key: string;
  type: string;
  make: () => Promise<string | Uint8Array>;
  /** Changes when the file's source changes. Defaults to the version of the public pages. */
  version?: string;
  headers?: Record<string, string>;
};

const files = new VersionedCache<File>(8 * 1024 * 1024, ({ body }) => body.length);

/** Responds with 304 if the browser has the current file. */
export async function respondWithSharedFile(
  request: Request,
  { key, type, make, version = pagesVersion(), headers }: Recipe,
): Promise<Response> {
  const kept = files.get(key, version);
  const { etag, body } = kept ?? (await files.make(key, version, () => makeFile(make)));
  const common = { ...headers, ...OPEN_TO_ALL, "Cache-Control": SHARED_CACHE_CONTROL, ETag: etag };
  if (matchesEtag(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: common });
  const about = { ...common, "Content-Type": type, "Content-Length": String(body.length) };
  return new Response(body, { headers: about });
}

async function makeFile(make: Recipe["make"]): Promise<File> {
  const body = new Uint8Array(Buffer.from((await make()) as Uint8Array));
  // The ETag is weak, because the server may compress the file.
  return { etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`, body };
}

/** Responds in plain text, because programs request these files. */
export const fileNotFound = (text = "We couldn’t find that session."): Response =>
  new Response(`${text}\n`, { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
