// React Router, for whatever the steps before it have left.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import compression from "compression";
import vary from "vary";
import { encodingFor } from "#app/http/content-negotiation.server.ts";
import { brotliOptions, compressed } from "#app/server/compressed.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import type { Site } from "#app/server/site.server.ts";

/** Below this, in bytes, an answer hardly gets smaller. */
const LEAST_COMPRESSED = 1_024;

/** Its types are those of Express; it uses nothing of that. */
const compress = compression({ brotli: brotliOptions(4) }) as unknown as Middleware;
const isCompressible = compression.filter as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

/**
 * Answers by the routes, as react-router-serve does, without Express on the way (docs/decisions/043). An answer that
 * is there as a whole is compressed beside this thread and sent in one piece; a long one as it comes.
 */
export function answerRoutes({ render }: Site): Middleware {
  return async (request, response) => {
    try {
      const answer = await render(createRequest(request, response));
      const body = await readWhole(answer.body);
      if (body instanceof ReadableStream) {
        await compress(request, response, () => sendResponse(response, new Response(body, answer)));
      } else await sendWhole(answer, body, request, response);
    } catch (error) {
      // Whoever asked has gone: there is nobody to tell.
      if (!response.destroyed) throw error;
    }
  };
}

/** A body that comes in one piece; one of several as a stream, and none as null. */
async function readWhole(
  body: ReadableStream<Uint8Array> | null,
): Promise<Buffer | ReadableStream<Uint8Array> | null> {
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

async function sendWhole(
  { status, headers }: Response,
  body: Buffer | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (body === null) {
    if (status !== 204 && status !== 304) response.setHeader("Content-Length", 0);
    response.writeHead(status).end();
    return;
  }
  let sent = body;
  if (isCompressible(request, response) && !headers.has("Content-Encoding")) {
    vary(response, "Accept-Encoding");
    const isWorthIt = body.length >= LEAST_COMPRESSED && request.method !== "HEAD";
    const encoding = isWorthIt ? encodingFor(request.headers["accept-encoding"]) : "identity";
    sent = await compressed(body, encoding, { fast: true });
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  }
  response.setHeader("Content-Length", sent.length);
  response.writeHead(status).end(request.method === "HEAD" ? undefined : sent);
}
