// The files of the build, read when the site starts and answered from memory: nothing that happens to them
// later, such as a new build beside the running site, or to the number of files it may open, is seen.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { isKnown } from "#app/http/conditional.server.ts";
import { type Encoding, encodingFor } from "#app/http/content-negotiation.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

type StaticFile = {
  headers: Record<string, string>;
  etag: string;
  bodies: Partial<Record<Encoding, Buffer>>;
};

/** What a build has in it is 1.5 MB; whatever is beyond this is read from disk when it is asked for. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/** What a build consists of. Files of other types are read from disk, too. */
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

const COMPRESSED: [suffix: string, encoding: Encoding][] = [
  [".br", "br"],
  [".gz", "gzip"],
];

/**
 * Reads the files below a folder, each with what was compressed of it beforehand, and answers requests for them;
 * `fromDisk` answers for those that are too large to be kept, or of another type.
 */
export function staticFiles(folder: string, fromDisk: RequestListener): Middleware {
  const { kept, others } = readFiles(folder);
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    // As it stands: a name has one spelling.
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
    // A folder may be called like a file; what begins with a dot is for nobody, but for what is well known.
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

function answer(file: StaticFile, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = encodingFor(headers["accept-encoding"]);
  const encoding = file.bodies[wanted] ? wanted : "identity";
  const body = file.bodies[encoding] ?? Buffer.alloc(0);
  const etag = `"${file.etag}-${encoding}"`;
  response.setHeaders(new Map(Object.entries({ ...file.headers, ETag: etag })));
  if (isKnown(headers["if-none-match"], etag)) {
    response.removeHeader("Content-Type");
    response.writeHead(304).end();
    return;
  }
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  const range = rangeFor(method, headers, etag, body.length);
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

/** Ranges are for GET alone, and with If-Range only of the very file that the client has a part of. */
function rangeFor(
  method: string | undefined,
  headers: IncomingMessage["headers"],
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  return method === "GET" && isSame ? readRange(headers.range, size) : null;
}

/** The bytes of an answer that a client asked for: from the first to the last one of them. */
type ByteRange = { first: number; last: number };

/**
 * What a Range header asks of `size` bytes (RFC 9110, section 14). Null where it is to be ignored: what is no
 * range, ends before it begins, is in other units, or asks for several parts, which nobody has to answer.
 */
function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? [];
  if (first === "") {
    if (last === "") return null;
    // The last so many bytes: all of them where there are fewer.
    const count = Math.min(Number(last), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const range = { first: Number(first), last: Math.min(last === "" ? Infinity : Number(last), size - 1) };
  if (last !== "" && Number(last) < range.first) return null;
  return range.first >= size ? "unsatisfiable" : range;
}
