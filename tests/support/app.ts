// Runs the built site in the test's process, with its own database file.
import { copyFileSync } from "node:fs";
import { Agent, createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import Database from "better-sqlite3";
import { createRequestHandler as createRouteHandler, type ServerBuild } from "react-router";
import { vi } from "vitest";
import { aFormId, TEST_SECRET } from "./form-id.ts";
import { newFolder } from "./new-folder.ts";
import { restoreRows } from "./restore-rows.ts";
import { TEMPLATE_DIR } from "./sites.ts";

export const ORIGIN = "http://localhost:3000";

/** Log lines of the site, which are kept out of the test output. */
export const logged: string[] = [];
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (!String(chunk).startsWith('{"level"')) return print(chunk, ...rest);
  logged.push(...(String(chunk).match(/.+\n/g) ?? []));
  return true;
}) as typeof process.stdout.write;

/** Starts the production build, by default with an empty DATA_DIR. `sqlite` is for queries. */
export async function openApp(settings: Record<string, string> = {}, dataDir = newFolder()) {
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
    /** Sends a request directly to React Router, without the pipeline. */
    route: (path: string, init?: RequestInit) =>
      handle(new Request(new URL(path, ORIGIN), { redirect: "manual", ...init })),
  };
}

function stubSettings(settings: Record<string, string>, dataDir: string): void {
  vi.unstubAllEnvs();
  const all = { DATA_DIR: dataDir, RATE_LIMIT: "off", SESSION_SECRET: TEST_SECRET, ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
}

/** Serves a build with the request pipeline that `npm start` uses. Returns the port. */
async function listen(build: ServerBuild): Promise<number> {
  const { createListener } = build.entry.module as unknown as typeof import("#app/server/pipeline.server.ts");
  const server = createServer(createListener(build));
  // A test may pause for longer than the default timeout.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  return (server.address() as AddressInfo).port;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as if the server were at ORIGIN. Stream bodies are sent in chunks. */
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
      // Waits, because the server logs the request at the end of this event loop turn.
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

/** The last app with the sample conference, its settings as JSON, and its schema version. */
let kept: { app: App; settings: string; schema: unknown } | null = null;
const schemaOf = ({ sqlite }: App) => sqlite.pragma("schema_version", { simple: true });

/** Opens the sample conference: the last app with restored rows if possible, else a new one. */
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
  const dataDir = newFolder();
  copyFileSync(join(TEMPLATE_DIR, "conference.db"), join(dataDir, "conference.db"));
  const app = await openApp(settings, dataDir);
  if (!isNew) kept = { app, settings: key, schema: schemaOf(app) };
  return app;
}

/** POST request for a form on one of the site's pages, by default with a new one-time id. */
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

export function jsonPost(body: unknown, headers: HeadersInit = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** Text of a page without tags, scripts or repeated white space. */
export function visibleText(html: string): string {
  return (
    html
      .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, " ")
      // React separates adjacent texts with comments.
      .replace(/<!--.*?-->/g, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&")
      .replace(/\s+/g, " ")
  );
}

/** Texts of a page's title elements. A page must have only one. */
export const titlesOf = (html: string): string[] =>
  [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? "");
