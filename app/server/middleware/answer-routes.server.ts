// React Router, for whatever the steps before it have left.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createRequest } from "@remix-run/node-fetch-server";
import compressible from "compressible";
import vary from "vary";
import { type Encoding, encodingFor } from "#app/http/content-negotiation.server.ts";
import { compressed, compressor } from "#app/server/compressed.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import type { Site } from "#app/server/site.server.ts";

/** Below this, in bytes, an answer hardly gets smaller. */
const LEAST_COMPRESSED = 1_024;

/**
 * Answers by the routes, as react-router-serve does, without Express on the way (docs/decisions/043). An answer in
 * one chunk is compressed off the main thread and sent in one piece; one of several chunks as they come.
 */
export function answerRoutes({ render }: Site): Middleware {
  return async (request, response) => {
    const asked = createRequest(request, response);
    try {
      const answer = await render(asked);
      const body = await readWhole(answer.body);
      if (response.destroyed || request.method === "HEAD") await discard(body);
      if (response.destroyed) return;
      await send(answer, request.method === "HEAD" ? null : body, request, response);
    } catch (error) {
      if (!hasLeft(error, asked)) throw error;
    }
  };
}

/** Whether an answer ended because whoever asked has gone: there is nobody to tell. */
const hasLeft = (error: unknown, { signal }: Request): boolean =>
  (signal.aborted && error === signal.reason) ||
  (error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE");

type Body = Buffer | ReadableStream<Uint8Array> | null;

/** A body of one chunk; one of several as a stream, and none as null. */
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

async function discard(body: Body): Promise<void> {
  if (body instanceof ReadableStream) await body.cancel();
}

async function send(
  { status, headers }: Response,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of headers) response.appendHeader(name, value);
  const encoding = encodingOf(headers, body, request, response);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  if (body instanceof ReadableStream) {
    response.writeHead(status);
    await pipeline([Readable.fromWeb(body as WebStream), ...compressor(encoding), response]);
    return;
  }
  const sent = body && (await compressed(body, encoding, { fast: true }));
  // HEAD is answered without what GET would have, and says no other length than that.
  if (request.method === "HEAD" && response.hasHeader("Vary")) response.removeHeader("Content-Length");
  const isEmpty = status === 204 || status === 304 || request.method === "HEAD";
  if (!isEmpty) response.setHeader("Content-Length", sent?.length ?? 0);
  response.writeHead(status).end(sent);
}

/** How the body is compressed; says in any case that it depends on what the client takes. */
function encodingOf(
  headers: Headers,
  body: Body,
  request: IncomingMessage,
  response: ServerResponse,
): Encoding {
  if (headers.has("Content-Encoding") || !compressible(headers.get("Content-Type") ?? "")) return "identity";
  vary(response, "Accept-Encoding");
  if (body === null || (body instanceof Buffer && body.length < LEAST_COMPRESSED)) return "identity";
  return encodingFor(request.headers["accept-encoding"]);
}
