// Serves the build's files from memory, so a new build on disk does not change them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { matchesEtag } from "#app/http/conditional-request.server.ts";
import { chooseEncoding, type Encoding } from "#app/http/content-negotiation.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

type StaticFile = {
  headers: Record<string, string>;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
};

/** Limit for all files in memory. A build has 1.5 MB. Files beyond the limit are read from disk. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/** File types kept in memory. Files of other types are read from disk. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const COMPRESSED = [
  [".br", "br"],
  [".gz", "gzip"],
] as const;

export function staticFiles(folder: string, fromDisk: RequestListener): Middleware {
  const { kept, others } = readFiles(folder);
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    // The path is not decoded, because each file has only one address.
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const file = kept.get(path);
    if (file) return answer(file, request, response);
    return others.has(path) ? fromDisk(request, response) : next();
  };
}

function readFiles(folder: string): { kept: Map<string, StaticFile>; others: Set<string> } {
  const kept = new Map<string, StaticFile>();
  const others = new Set<string>();
  const names = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  let left = LIMIT_BYTES;
  for (const name of [...names].sort()) {
    // Names that start with a dot are private, except .well-known.
    const file = statSync(join(folder, name));
    if (/(^|\/)\.(?!well-known\/)/.test(name) || !file.isFile() || isCompressedOf(name, names)) continue;
    const path = encodeURI(`/${name}`);
    const type = TYPES[extname(name)];
    if (type === undefined || file.size > left) {
      others.add(path);
      continue;
    }
    const bodies = readBodies(folder, name, names);
    left -= Object.values(bodies).reduce((size, body) => size + body.length, 0);
    kept.set(path, describe(name, type, bodies));
  }
  return { kept, others };
}

const isCompressedOf = (name: string, names: Set<string>): boolean =>
  COMPRESSED.some(([suffix]) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)));

function readBodies(folder: string, name: string, names: Set<string>): StaticFile["bodies"] {
  const bodies: StaticFile["bodies"] = { identity: readFileSync(join(folder, name)) };
  for (const [suffix, encoding] of COMPRESSED) {
    if (names.has(name + suffix)) bodies[encoding] = readFileSync(join(folder, name + suffix));
  }
  return bodies;
}

function describe(name: string, type: string, bodies: StaticFile["bodies"]): StaticFile {
  const isNamedByHash = name.startsWith("assets/");
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Cache-Control": isNamedByHash ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    "Accept-Ranges": "bytes",
  };
  if (Object.keys(bodies).length > 1) headers.Vary = "Accept-Encoding";
  const hash = createHash("sha256")
    .update(bodies.identity ?? "")
    .digest("base64url");
  return { headers, etag: hash.slice(0, 22), bodies };
}

function answer(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const wanted = chooseEncoding(headers["accept-encoding"]);
  const encoding = file.bodies[wanted] ? wanted : "identity";
  const body = file.bodies[encoding] ?? Buffer.alloc(0);
  const etag = `"${file.etag}-${encoding}"`;
  response.setHeaders(new Map(Object.entries({ ...file.headers, ETag: etag })));
  if (matchesEtag(headers["if-none-match"], etag)) {
    response.removeHeader("Content-Type");
    response.writeHead(304).end();
    return;
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  const range = rangeFor(request, etag, body.length);
  if (range === "unsatisfiable") {
    response.removeHeader("Content-Encoding");
    response.writeHead(416, { "Content-Range": `bytes */${body.length}`, "Content-Length": 0 }).end();
    return;
  }
  const part = range ? body.subarray(range.first, range.last + 1) : body;
  if (range) response.setHeader("Content-Range", `bytes ${range.first}-${range.last}/${body.length}`);
  response.writeHead(range ? 206 : 200, { "Content-Length": part.length });
  response.end(method === "HEAD" ? undefined : part);
}

/** Ignores a range if `If-Range` names a different version of the file. */
function rangeFor({ method, headers }: IncomingMessage, etag: string, size: number): AskedRange {
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  return method === "GET" && isSame ? readRange(headers.range, size) : null;
}

type AskedRange = { first: number; last: number } | "unsatisfiable" | null;

/** Returns null for ranges to ignore (RFC 9110, 14): malformed, in other units, or multiple. */
function readRange(header: string | undefined, size: number): AskedRange {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? [];
  if (first === "") {
    if (last === "") return null;
    // The last `count` bytes, or the whole file if it is shorter.
    const count = Math.min(Number(last), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const range = { first: Number(first), last: Math.min(last === "" ? Infinity : Number(last), size - 1) };
  if (last !== "" && Number(last) < range.first) return null;
  return range.first >= size ? "unsatisfiable" : range;
}
