// The built site in this process, on a separate SQLite file.
import { copyFileSync, mkdtempSync } from "node:fs";
import { Agent, createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import Database from "better-sqlite3";
import { createRequestHandler as createRouteHandler, type ServerBuild } from "react-router";
import { vi } from "vitest";
import { aFormId, TEST_SECRET } from "./form-id.ts";
import { restoreRows } from "./restore-rows.ts";
import { TEMPLATE_DIR } from "./sites.ts";

export const ORIGIN = "http://localhost:3000";

/** Log lines of this file's apps, kept out of the tests' output. */
export const logged: string[] = [];
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (!String(chunk).startsWith('{"level"')) return print(chunk, ...rest);
  logged.push(...(String(chunk).match(/.+\n/g) ?? []));
  return true;
}) as typeof process.stdout.write;

/** Opens the production build on a new or the given DATA_DIR; `sqlite` is a second connection. */
export async function openApp(
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), "conference-")),
) {
  kept = null;
  vi.resetModules();
  stubSettings(settings, dataDir);
  const build = await import(/* @vite-ignore */ resolve("build/server/index.js"));
  const port = await listen(build);
  const handle = createRouteHandler(build, "production");
  const sqlite = new Database(join(dataDir, "conference.db"));
  return {
    dataDir,
    sqlite,
    routes: build.routes as Record<
      string,
      { id: string; parentId?: string; path?: string; index?: boolean; module: Record<string, unknown> }
    >,
    fetch: (path: string, init?: RequestInit) =>
      send(port, new Request(new URL(path, ORIGIN), { redirect: "manual", ...init }), init?.body),
    /** Sends a request to React Router directly, without the pipeline. */
    route: (path: string, init?: RequestInit) =>
      handle(new Request(new URL(path, ORIGIN), { redirect: "manual", ...init })),
  };
}

function stubSettings(settings: Record<string, string>, dataDir: string): void {
  vi.unstubAllEnvs();
  const all = { DATA_DIR: dataDir, RATE_LIMIT: "off", SESSION_SECRET: TEST_SECRET, ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
}

/** Serves a build with the pipeline of `npm start`. Returns the port. */
async function listen(build: ServerBuild): Promise<number> {
  const { withPipeline } = build.entry
    .module as unknown as typeof import("#app/server/install-pipeline.server.ts");
  const server = createServer(withPipeline(build, noDisk));
  // A test may pause longer than the server's keep-alive.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  return (server.address() as AddressInfo).port;
}

/** A fallback for files that are too large for memory; builds have none. */
const noDisk = () => {
  throw new Error("A file of the build was not kept in memory");
};

const agent = new Agent({ keepAlive: true });

/** Sends a raw request, as if this server were at ORIGIN; a stream is sent as it arrives. */
async function send(port: number, request: Request, given: BodyInit | null | undefined): Promise<Response> {
  const isStream = given instanceof ReadableStream;
  const body = request.body === null || isStream ? null : Buffer.from(await request.arrayBuffer());
  const { pathname, search } = new URL(request.url);
  const headers: Record<string, string> = {
    Host: new URL(ORIGIN).host,
    ...Object.fromEntries(request.headers),
    ...(body === null ? {} : { "Content-Length": String(body.length) }),
  };
  return new Promise((done, fail) => {
    const { method, signal } = request;
    const options = { agent, host: "127.0.0.1", port, path: pathname + search, method, headers, signal };
    const sent = sendRequest(options, (answer) => {
      const status = answer.statusCode ?? 0;
      const answered = new Headers();
      for (const [name, values] of Object.entries(answer.headersDistinct))
        for (const value of values ?? []) answered.append(name, value);
      const isEmpty = method === "HEAD" || status === 204 || status === 304;
      if (isEmpty) answer.resume();
      const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      // The log is written at the end of this turn of the event loop.
      setImmediate(() => done(new Response(stream, { status, headers: answered })));
    });
    sent.once("error", fail);
    if (isStream)
      Readable.fromWeb(given as never)
        .on("error", fail)
        .pipe(sent);
    else sent.end(body);
  });
}

export type App = Awaited<ReturnType<typeof openApp>>;

/** The last app with the sample conference, and the key of its settings. */
let kept: { app: App; settings: string; schema: unknown } | null = null;
const schemaOf = ({ sqlite }: App) => sqlite.pragma("schema_version", { simple: true });

/** Opens the sample conference. Tests of a file share one app and restore its rows; `isNew` opens another. */
export async function openSampleApp(
  settings: Record<string, string> = {},
  { isNew = false } = {},
): Promise<App> {
  const key = JSON.stringify(settings);
  if (!isNew && kept?.settings === key && kept.app.sqlite.open && kept.schema === schemaOf(kept.app)) {
    stubSettings(settings, kept.app.dataDir);
    restoreRows(kept.app.sqlite);
    return kept.app;
  }
  const dataDir = mkdtempSync(join(tmpdir(), "conference-"));
  copyFileSync(join(TEMPLATE_DIR, "conference.db"), join(dataDir, "conference.db"));
  const app = await openApp(settings, dataDir);
  if (!isNew) kept = { app, settings: key, schema: schemaOf(app) };
  return app;
}

/** A form as a browser posts it from the site's own page, with a one-time id unless `fields` has one. */
export function formPost(fields: Record<string, string>, headers: HeadersInit = {}): RequestInit {
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Origin: ORIGIN,
      ...headers,
    },
    body: new URLSearchParams({ formId: aFormId(), ...fields }).toString(),
  };
}

/** A JSON body as a program sends it. */
export function jsonPost(body: unknown, headers: HeadersInit = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Text of a page without tags and scripts, with collapsed white space. */
export function visibleText(html: string): string {
  return (
    html
      .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, " ")
      // React separates adjacent texts by comments.
      .replace(/<!--.*?-->/g, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&")
      .replace(/\s+/g, " ")
  );
}

/** Every title element of a page; there must be one. */
export const titlesOf = (html: string): string[] =>
  [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? "");
