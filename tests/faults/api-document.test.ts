import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Schema } from "#app/openapi/document.server.ts";
import { createToken } from "#app/platform/api-token.server.ts";
import { type ApiDocument, type Call, readApiDocument } from "../support/api-document.ts";
import { type App, logged, ORIGIN, openSampleApp } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { insertDelegates } from "../support/delegates.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { restoreRows } from "../support/restore-rows.ts";
import { type ApiRequest, requestsOf, type Sender } from "./support/api-requests.ts";
import { cases, record } from "./support/findings.ts";
import { SEED } from "./support/seed.ts";

const REQUESTS = cases(5_000, 500);
/** After this many requests, the sample conference is restored, because requests delete its items. */
const BATCH = 20;

const TOKENS = {
  full: createToken("f", "full"),
  read: createToken("r", "read"),
  public: createToken("p", "public"),
};
const ENDED = createToken("e", "full", 1, Date.parse("2024-01-01"));
const API_TOKENS = [...Object.values(TOKENS), ENDED].map((token) => token?.entry).join();

let app: App;
let api: ApiDocument;
let cookie: string;
let createUploadUrl: () => string;
const images: Uint8Array[] = [];
beforeAll(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, API_TOKENS, ...conferenceIn(30) });
  ({ createUploadUrl } = await import("#app/http/upload-url.server.ts"));
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: "#b3161e" } });
  images.push(new Uint8Array(await photo.png().toBuffer()));
  api = await readApiDocument(app);
});

/** Tables of what the API shows, by the beginning of the path of the calls that change them. */
const TABLES: [path: RegExp, table: string][] = [
  [/^\/api\/registrations|^\/api\/admin\/delegates/, "delegates"],
  [/^\/api\/admin\/speaker-sessions/, "connections"],
  [/^\/api\/(admin\/)?speakers/, "speakers"],
  [/^\/api\/admin\/program/, "program_sessions"],
];

type Stored = { table: string; id: number; row: Record<string, unknown> };

function readStored(): Map<string, Stored> {
  const all = TABLES.flatMap(([, table]) =>
    app.sqlite
      .prepare(`select rowid as own_id, * from ${table}`)
      .all()
      .map((row) => row as Record<string, unknown> & { own_id: number })
      .map(({ own_id: id, ...row }) => ({ table, id, row })),
  );
  return new Map(all.map((stored) => [`${stored.table} ${stored.id}`, stored]));
}

/** Rows that were created, changed or deleted, as they were before or are now. */
function changesBetween(before: Map<string, Stored>, after: Map<string, Stored>): Stored[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [old ?? (now as Stored)];
  });
}

function checkChanges({ call, ids }: ApiRequest, changes: Stored[]): void {
  const table = TABLES.find(([path]) => path.test(call.path))?.[1];
  const own = changes.filter((one) => one.table === table);
  expect(own.length).toBeLessThanOrEqual(1);
  const id = "id" in ids && !call.path.includes("external") ? Number(ids.id) : own[0]?.id;
  expect(own.map((one) => one.id)).toEqual(own.map(() => id));
  for (const { table, row } of changes.filter((one) => !own.includes(one))) {
    expect([call.method, table]).toEqual(["DELETE", "connections"]);
    expect([row.speaker_id, row.program_session_id]).toContain(id);
  }
}

function authorise(sender: Sender): Record<string, string> {
  if (sender === "none") return {};
  if (sender === "login") return { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  if (sender === "elsewhere")
    return { Cookie: cookie, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
  const token = sender === "ended" ? ENDED : sender === "unknown" ? null : TOKENS[sender];
  return { Authorization: `Bearer ${token?.token ?? "conf_unknown"}` };
}

function isAllowed({ security, method, operationId }: Call, sender: Sender): boolean {
  const isReading = method === "GET";
  if (sender === "elsewhere") return isReading;
  if (security.length === 0 || sender === "login") return true;
  if (security.length === 1) return false;
  if (sender === "public") return operationId === "listNumbers";
  return sender === "full" || (sender === "read" && isReading);
}

function addressOf({ call, ids, query }: ApiRequest): string {
  const segment = (_: string, name: string) => encodeURIComponent((ids[name] ?? "").toWellFormed());
  const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]));
  return call.path.replaceAll(/\{(\w+)\}/g, segment) + (query.length > 0 ? `?${search}` : "");
}

/** The version of the called item, as its ETag. */
function currentVersion({ call, ids }: ApiRequest): string {
  const table = TABLES.find(([path]) => path.test(call.path))?.[1] ?? "";
  const { row } = readStored().get(`${table} ${ids.id}`) ?? {};
  return row ? JSON.stringify(new Date(Number(row.updated_at))) : "*";
}

/** True if the document allows everything in the request. */
function isValid({ call, method, ids, query, headers, type, body }: ApiRequest): boolean {
  const matches = (schema: Schema, text: string) =>
    api.validatorOf(schema)(schema.type === "integer" && /^\d{1,15}$/.test(text) ? Number(text) : text);
  const given = [...Object.entries(ids), ...query, ...headers];
  const known = new Map(call.parameters.map(({ name, schema }) => [name, schema as Schema]));
  const areValid = given.every(([name, text]) => matches(known.get(name) ?? ({ not: {} } as Schema), text));
  const isComplete = call.parameters.every(
    ({ name, required }) => !required || given.some(([other]) => name === other),
  );
  const schema = call.requestBody?.content["application/json"]?.schema;
  // Programs read no larger integers from JSON (RFC 8259, section 6), so the document names no limit.
  const isSafe = !/\d{16}/.test(Buffer.from(body ?? []).toString());
  const isBodyValid = schema
    ? type === "application/json" && isSafe && api.validatorOf(schema)(parse(body))
    : body === null;
  return method === call.method && areValid && isComplete && isBodyValid;
}

function parse(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body ?? undefined));
  } catch {
    return undefined;
  }
}

/** Statuses of requests that are themselves wrong. */
const REFUSALS = [400, 401, 403, 405, 413, 415, 422];

/** Counts of responses by call and status. */
const seen = new Map<string, number>();

async function ask(request: ApiRequest): Promise<void> {
  const { call, method, sender, type, body } = request;
  const isUpload = call.operationId === "uploadImage";
  const isIssued = isUpload && sender === "full";
  const path = isIssued ? createUploadUrl().slice(ORIGIN.length) : addressOf(request);
  const headers = new Headers(authorise(sender));
  if (type) headers.set("Content-Type", type);
  for (const [name, value] of request.headers)
    headers.set(name, value === "current" ? currentVersion(request) : value);
  const hasBody = body !== null && method !== "GET" && method !== "HEAD";
  const what = `${method} ${path} ${sender} ${JSON.stringify([...headers])} ${hasBody ? Buffer.from(body).toString().slice(0, 500) : ""}`;

  logged.length = 0;
  const before = readStored();
  const response = await app.fetch(path, {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
  const { status } = response;
  const changes = changesBetween(before, readStored());
  try {
    expect(status).toBeLessThan(500);
    if (method === "OPTIONS") expect([status, await response.text()]).toEqual([204, ""]);
    else if (method !== call.method && (method !== "HEAD" || call.method !== "GET")) expect(status).toBe(405);
    else expect(Object.keys(call.responses)).toContain(String(status));
    if (method === "OPTIONS" || status === 405) expect(response.headers.get("Allow")).toContain(call.method);
    if (method === "HEAD") expect(await response.text()).toBe("");
    else if (method !== "OPTIONS") await checkBody(request, response, isIssued);
    if (method === call.method && method !== "GET" && status < 300) checkChanges(request, changes);
    else expect(changes).toEqual([]);
  } catch (error) {
    throw new Error(`${what}: ${status}: ${(error as Error).message}`, { cause: error });
  }
  const kind = `${call.operationId} ${status}`;
  if (method === call.method) seen.set(kind, (seen.get(kind) ?? 0) + 1);
}

async function checkBody(request: ApiRequest, response: Response, isIssued: boolean): Promise<void> {
  const { call, method, sender, headers } = request;
  const { status } = response;
  const answer = await api.check(call, response);
  const isOdd = headers.some(([name]) => !call.parameters.some((one) => one.name === name));
  if (method !== call.method || isOdd || isIssued) return;
  if (!isAllowed(call, sender)) expect([401, 403]).toContain(status);
  else if (isValid(request) && !isOtherwiseRefused(answer)) expect(REFUSALS).not.toContain(status);
  const isStale = headers.some(([name, value]) => name === "If-Match" && value.includes("2020"));
  if (isStale) expect(status).toBeGreaterThanOrEqual(400);
}

type ApiProblem = { message?: string; errors?: Record<string, string[]> };

/**
 * Only an uploaded image can be assigned, an id must be that of the address, and a key that was used
 * with another body is refused. No schema can say so.
 */
function isOtherwiseRefused(answer: unknown): boolean {
  const { message = "", errors = {} } = (answer as ApiProblem | null) ?? {};
  if (message.startsWith("This Idempotency-Key has already been used")) return true;
  const isOther = ([name, [problem]]: [string, string[]]) =>
    /^imageUrl$/i.test(name) || (name === "externalId" && problem?.startsWith("Use the id in the address"));
  return Object.keys(errors).length > 0 && Object.entries(errors).every(isOther);
}

test("every response to a request made from the API document is as the document says", async () => {
  let done = 0;
  const property = fc.asyncProperty(requestsOf(api, images), async (request) => {
    if (done % BATCH === 0) {
      restoreRows(app.sqlite);
      insertDelegates(app.sqlite, 20);
      cookie = await logIn();
    }
    done += 1;
    await ask(request);
  });
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
  const kinds = [...seen.keys()];
  const answered = new Set(kinds.map((kind) => kind.split(" ")[0]));
  const succeeded = new Set(kinds.filter((kind) => / 2\d\d$/.test(kind)).map((kind) => kind.split(" ")[0]));
  expect(api.calls.filter(({ operationId }) => !answered.has(operationId))).toEqual([]);
  expect(succeeded.size).toBeGreaterThan(api.calls.length * 0.75);
  record(
    `${done} requests to ${api.calls.length} calls were made from the API document, valid and invalid`,
    `Each response was as declared: ${seen.size} kinds. Nothing but the called item changed`,
  );
});
