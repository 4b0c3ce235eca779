// The built site in this process, on a real SQLite file of its own.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { createRequestHandler } from "react-router";
import { vi } from "vitest";
import { aFormId, TEST_SECRET } from "./form-id.ts";

export const ORIGIN = "http://localhost:3000";

/** What apps of this file have logged, a JSON object a line; it is kept from the tests' own output. */
export const logged: string[] = [];
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  if (!String(chunk).startsWith('{"level"')) return print(chunk, ...rest);
  logged.push(String(chunk));
  return true;
}) as typeof process.stdout.write;

/**
 * Opens the production build on a new, empty DATA_DIR or the given one. `fetch` takes a path and answers as the server
 * would; `sqlite` is a second connection to the same file, to look at rows.
 */
export async function openApp(
  settings: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), "conference-")),
) {
  vi.resetModules();
  vi.unstubAllEnvs();
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("RATE_LIMIT", "off");
  vi.stubEnv("SESSION_SECRET", TEST_SECRET);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);

  const build = await import(/* @vite-ignore */ resolve("build/server/index.js"));
  const handle = createRequestHandler(build, "production");
  const sqlite = new Database(join(dataDir, "conference.db"));
  return {
    dataDir,
    sqlite,
    /** The route table of the build: id, parent and path of every route, and what its module exports. */
    routes: build.routes as Record<
      string,
      { id: string; parentId?: string; path?: string; index?: boolean; module: Record<string, unknown> }
    >,
    fetch: (path: string, init?: RequestInit) =>
      handle(new Request(new URL(path, ORIGIN), { redirect: "manual", ...init })),
  };
}

export type App = Awaited<ReturnType<typeof openApp>>;

/** The same with the sample conference in it. */
export async function openSampleApp(settings?: Record<string, string>): Promise<App> {
  const app = await openApp(settings);
  const { seedSampleConference } = await import("#app/sample/seed.server.ts");
  await seedSampleConference();
  return app;
}

/** A form as a browser posts it from one of the site's own pages, with a one-time id where `fields` has none. */
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

/** A JSON body as a client that is no browser sends it. */
export function jsonPost(body: unknown, headers: HeadersInit = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

/** The text of a page without its tags and scripts, white space folded. */
export function visibleText(html: string): string {
  return (
    html
      .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, " ")
      // React puts comments between texts that it wrote apart.
      .replace(/<!--.*?-->/g, "")
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&")
      .replace(/\s+/g, " ")
  );
}
