import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createRequest } from "@remix-run/node-fetch-server";
import compressible from "compressible";
import vary from "vary";
import { chooseEncoding, type Encoding } from "#app/http/content-negotiation.server.ts";
import { compress, createCompressors } from "#app/server/compression.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import type { Site } from "#app/server/site.server.ts";

/** Compression barely shrinks smaller responses. */
const MIN_COMPRESSED_BYTES = 1_024;

/**
 * Runs React Router without Express (docs/decisions/cache.md). Compresses a one-chunk response off the
 * main thread, and streams a longer one.
 */
export function handleRoutes({ render }: Site): Middleware {
  return async (request, response) => {
    const { headers } = request;
    // React Router throws an error for an Origin that is not a URL, before the site can refuse it.
    if (headers.origin !== undefined && !URL.canParse(headers.origin)) headers.origin = "null";
    const asked = createRequest(request, response);
    try {
      const answer = await render(asked);
      const body = await readWhole(answer.body);
      const isUnread = response.destroyed || request.method === "HEAD";
      if (isUnread && body instanceof ReadableStream) await body.cancel();
      if (response.destroyed) return;
      await send(answer, request.method === "HEAD" ? null : body, response);
    } catch (error) {
      if (!hasLeft(error, asked)) throw error;
    }
  };
}

/** True if the client disconnected. */
const hasLeft = (error: unknown, { signal }: Request): boolean =>
  (signal.aborted && error === signal.reason) ||
  (error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE");

type Body = Buffer | ReadableStream<Uint8Array> | null;

async function readWhole(body: ReadableStream<Uint8Array> | null): Promise<Body> {
  if (!body) return null;
  const reader = body.getReader();
  const first = await reader.read();
  if (first.done) return Buffer.alloc(0);
  const second = await reader.read();
  if (second.done) return Buffer.from(first.value.buffer, first.value.byteOffset, first.value.byteLength);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(first.value);
      controller.enqueue(second.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function send({ status, headers }: Response, body: Body, response: ServerResponse) {
  const { method } = response.req;
  for (const [name, value] of headers) response.appendHeader(name, value);
  const encoding = encodingOf(headers, body, response);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  if (body instanceof ReadableStream) {
    response.writeHead(status);
    await pipeline([Readable.fromWeb(body as WebStream), ...createCompressors(encoding), response]);
    return;
  }
  const sent = body && (await compress(body, encoding, { fast: true }));
  // The compressed length is unknown without a body, so HEAD omits it.
  if (method === "HEAD" && response.hasHeader("Vary")) response.removeHeader("Content-Length");
  const isEmpty = status === 204 || status === 304 || method === "HEAD";
  if (!isEmpty) response.setHeader("Content-Length", sent?.length ?? 0);
  response.writeHead(status).end(sent);
}

/** Adds `Vary: Accept-Encoding` to compressible responses, even if they are sent uncompressed. */
function encodingOf(headers: Headers, body: Body, response: ServerResponse): Encoding {
  if (headers.has("Content-Encoding") || !compressible(headers.get("Content-Type") ?? "")) return "identity";
  vary(response, "Accept-Encoding");
  if (body === null || (body instanceof Buffer && body.length < MIN_COMPRESSED_BYTES)) return "identity";
  return chooseEncoding(response.req.headers["accept-encoding"]);
}
