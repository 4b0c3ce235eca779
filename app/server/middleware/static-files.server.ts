// Serves the build's files, as they were at startup.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import sirv from "sirv";
import { OPEN_TO_ALL } from "#app/http/cache-policy.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Matches an address that ends with an extension, because sirv searches slowly and ignores a final slash. */
export const FILE = /^[^?]*\.\w+(\?|$)/;

export const IMAGE = /^[^?]*\.(?:svg|png|webp|jpe?g|ico)(\?|$)/;

export function staticFiles(folder: string): Middleware {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true, extensions: [], setHeaders });
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !FILE.test(request.url ?? "")) return next();
    if (!isPlainRange(request)) delete request.headers.range;
    response.once("pipe", watchFile);
    // Set here, because sirv sets no headers of ours with a 304.
    if (IMAGE.test(request.url ?? "")) response.setHeaders(new Map(Object.entries(OPEN_TO_ALL)));
    let isFile = true;
    serve(request, response, () => {
      isFile = false;
    });
    if (isFile) return;
    response.off("pipe", watchFile);
    for (const name of Object.keys(OPEN_TO_ALL)) response.removeHeader(name);
    return next();
  };
}

function setHeaders(response: ServerResponse, path: string): void {
  // Names of assets contain a hash of their contents.
  const isAsset = path.startsWith("/assets/");
  response.setHeader(
    "Cache-Control",
    isAsset ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  );
  // Browsers guess the encoding of plain text.
  if (path.endsWith(".txt")) response.setHeader("Content-Type", "text/plain; charset=utf-8");
}

/** sirv misreads any other range, ignores If-Range and sends parts for HEAD. The whole file is always right. */
function isPlainRange({ method, headers }: IncomingMessage): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-([1-9]\d{0,14})?$/.exec(headers.range ?? "") ?? [];
  const isInOrder = first !== undefined && (last === undefined || Number(first) <= Number(last));
  return method === "GET" && headers["if-range"] === undefined && isInOrder;
}

/** sirv does not handle a file that cannot be read, nor close one whose client has left. */
function watchFile(this: ServerResponse, file: Readable): void {
  file.once("error", (error) => {
    log.error({ error }, "a file of the build could not be read");
    this.destroy();
  });
  this.once("close", () => file.destroy());
}
