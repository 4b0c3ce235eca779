// What stands in front of react-router-serve: it sees every request, also those that never reach a route.
import { randomBytes } from "node:crypto";
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import onHeaders from "on-headers";
import { SECURITY_HEADERS, STRICT_POLICY } from "#app/http/security-headers.server.ts";
import { startMail } from "#app/mail/mail.server.ts";
import { startStatusWorker } from "#app/models/delegate/status-worker.server.ts";
import { log } from "#app/platform/log.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";
import { announceTokens } from "#app/server/announce-tokens.server.ts";
import { BODY_LIMIT_BYTES, discardBody, watchBody } from "#app/server/body-watch.server.ts";
import { clientNetworks } from "#app/server/client-network.server.ts";
import { createMetrics, type Metrics } from "#app/server/metrics.server.ts";
import { createPageCache, type RenderPage } from "#app/server/page-cache.server.ts";
import type { RouteTable } from "#app/server/route-patterns.server.ts";
import { createStaticFiles } from "#app/server/static-files.server.ts";
import { isStopping, stopOnSignal } from "#app/server/stop.server.ts";
import { startUpkeep } from "#app/server/upkeep.server.ts";

/**
 * Puts the site's own front before a server that is about to listen: ids and log lines, security headers
 * on whatever answers, malformed and slow requests cut, a clean stop.
 */
export function standInFront(
  server: Server,
  /** The build's route table, and what renders its pages. */
  { routes, render }: { routes: RouteTable; render: RenderPage },
): void {
  for (const route of Object.values(routes)) {
    for (const word of route?.path?.split("/") ?? []) ownWords.add(word);
  }
  const [application] = server.listeners("request") as RequestListener[];
  if (!application) throw new Error("The server has nothing to serve yet");
  server.removeAllListeners("request");
  const pages = createPageCache(routes, render);
  const answerFile = createStaticFiles("build/client");
  const metrics = createMetrics(routes);
  const serve: RequestListener = async (request, response) => {
    try {
      if (metrics?.isFor(request)) await answerMetrics(metrics, request, response);
      else if (!answerFile(request, response) && !(await pages.answer(request, response)))
        application(request, response);
    } catch (error) {
      log.error({ error }, "a page could not be answered");
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: "Sorry, something went wrong on our side." });
    }
  };
  const take: RequestListener = (request, response) => receive(request, response, serve, metrics);
  server.on("request", take);
  // Node would answer these two itself, without a word and without the headers of the site.
  server.on("checkExpectation", take);
  Object.assign(server, { requireHostHeader: false });
  server.on("clientError", refuseUnreadable);
  server.prependOnceListener("error", endWithoutPort);

  // Node's own clocks: for headers, and for a connection on which nothing moves at all.
  Object.assign(server, { connectionsCheckingInterval: 5_000 });
  server.headersTimeout = 20_000;
  server.requestTimeout = 10 * 60_000;
  server.keepAliveTimeout = 65_000;
  server.setTimeout(70_000);
  stopOnSignal(server);
  server.once("listening", startMail);
  server.once("listening", startUpkeep);
  server.once("listening", announceTokens);
  server.once("listening", startStatusWorker);
}

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  application: RequestListener,
  metrics: Metrics | null,
): void {
  if (!takesItsTurn(request.socket, response)) return;
  const context = { id: randomBytes(6).toString("hex"), ...clientNetworks(request) };
  requestContext.run(context, () => {
    logWhenDone(request, response, metrics);
    onHeaders(response, () => completeHeaders(response, context.id));
    watchBody(request, response);
    const problem = problemOf(request);
    if (problem || READING_METHODS.includes(request.method ?? "")) discardBody(request);
    else response.once("finish", () => discardBody(request));
    if (problem) refuse(response, problem);
    else application(request, response);
  });
}

/** Requests that one connection may have waiting. Browsers and proxies send the next after the answer. */
const WAITING_LIMIT = 20;
const waiting = new WeakMap<Socket, number>();

/** Counts what a connection waits for; one that asks for more and more without reading is ended. */
function takesItsTurn(socket: Socket, response: ServerResponse): boolean {
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > WAITING_LIMIT) socket.destroy();
  if (socket.destroyed) return false;
  waiting.set(socket, count);
  response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return true;
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, metrics: Metrics | null): void {
  const start = performance.now();
  response.once("close", () => {
    const ms = performance.now() - start;
    // 499, as nginx has it: the client went before it was answered.
    const status = response.writableFinished || response.headersSent ? response.statusCode : 499;
    metrics?.count(request.url ?? "", status, ms / 1000);
    log.info(
      {
        method: request.method,
        path: loggedPath(request.url ?? ""),
        status,
        ms: Math.round(ms * 10) / 10,
      },
      "request",
    );
  });
}

/** What the addresses of this site are made of. */
const ownWords = new Set(["assets", "_root", "__manifest", "metrics"]);

/** A path as the log may have it: no query, and of its parts those of the site's own addresses and ids. */
const loggedPath = (url: string): string =>
  (url.split("?", 1)[0] ?? "")
    .slice(0, 200)
    .replace(/[^/]+/g, (part) => (isOwnPart(part.replace(/\.data$/, "")) ? part : "…"));

const isOwnPart = (part: string) =>
  ownWords.has(part) ||
  /^(\d{1,6}(\.ics|\.png)?|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-600)?)$/.test(part);

/** What a route has set itself stays; static files, refusals and the layers' own errors get it here. */
function completeHeaders(response: ServerResponse, id: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  if (!response.hasHeader("Content-Security-Policy")) {
    response.setHeader("Content-Security-Policy", STRICT_POLICY);
  }
  if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
  response.setHeader("X-Request-Id", id);
  if (isStopping()) response.setHeader("Connection", "close");
}

type Problem = { status: number; message: string; headers?: Record<string, string> };

/** Nothing behind the front looks at a body that comes with these. */
const READING_METHODS = ["GET", "HEAD"];
const METHODS = [...READING_METHODS, "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

async function answerMetrics(
  metrics: Metrics,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await metrics.answer(request);
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** What is wrong with a request before it is anybody's: things the layers behind would fail over. */
function problemOf({ method = "", url = "", headers, headersDistinct }: IncomingMessage): Problem | null {
  if (!METHODS.includes(method)) {
    const headers = { Allow: METHODS.join(", ") };
    return { status: 405, message: "This site does not accept requests of this kind.", headers };
  }
  if (headersDistinct.host?.length !== 1 || !isReadableHost(headers.host ?? "")) {
    return { status: 400, message: "The request does not say clearly which host it is for." };
  }
  if (!isReadablePath(url))
    return { status: 400, message: "This address cannot be read. Check its spelling." };
  if (Number(headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) {
    const headers = { Connection: "close" };
    return { status: 413, message: "This is too much at once. Images may be up to 10 MB.", headers };
  }
  return null;
}

const isReadableHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

function isReadablePath(url: string): boolean {
  // Browsers write a backslash in a path as a slash: one that is there makes a redirect point elsewhere.
  if (!/^\/[^\\?]*(\?|$)/.test(url)) return false;
  try {
    const { pathname } = new URL(`http://site${url}`);
    // What begins with two slashes, or with what URL parsers drop or take for one, is another host to the
    // router and in the redirect of a folder of files. Its catch-all routes match no line ends.
    return !pathname.startsWith("//") && !/[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, { status, message, headers }: Problem): void {
  const isApi = response.req.url?.startsWith("/api/");
  response.writeHead(status, {
    "Content-Type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(isApi ? JSON.stringify({ message }) : `${message}\n`);
}

/** What never became a request: broken syntax, headers too large or too slow. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  log.info({ status, code: error.code }, "unreadable request");
  const headers = { ...SECURITY_HEADERS, "Content-Security-Policy": STRICT_POLICY };
  const ending = { "Cache-Control": "no-store", Connection: "close", "Content-Length": "0" };
  const lines = Object.entries({ ...headers, ...ending }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.setTimeout(2_000, () => socket.destroy());
}

function endWithoutPort(error: NodeJS.ErrnoException): void {
  const why =
    error.code === "EADDRINUSE"
      ? "another program is using this port. Stop it, or set PORT to another one"
      : `${error.message}. Check PORT and HOST`;
  console.error(`The site cannot start: ${why}.`);
  process.exit(1);
}
