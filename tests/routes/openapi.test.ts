import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { validate } from "@apidevtools/swagger-parser";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schema } from "#app/openapi/document.server.ts";
import { createToken } from "#app/platform/api-token.server.ts";
import { type ApiDocument, type Call, type Document, readApiDocument } from "../support/api-document.ts";
import { type App, jsonPost, ORIGIN, openApp, openSampleApp } from "../support/app.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";
import { addressesOf } from "../support/routes.ts";

const [READ, FULL] = [createToken("reader", "read"), createToken("sync", "full")];
const HELPER = "hans@example.com";
const bearer = (token: { token: string } | null) => ({ Authorization: `Bearer ${token?.token}` });

const WITH_VERSION = [
  "setDelegateStatus",
  "checkInDelegate",
  "putSpeakerByExternalId",
  "putSessionByExternalId",
];
/** Headers with a version that is outdated for every row. */
const LONG_AGO = { ...bearer(FULL), "If-Match": '"2020-01-01T00:00:00.000Z"' };

let app: App;
/** An app with rate limits. */
let limited: App;
/** An app with a single place. */
let full: App;
let cookie: string;
let helper: string;
let document: Document;
let calls: Call[];
let api: ApiDocument;
/** API calls and the statuses that they have returned. */
const seen = new Set<string>();

beforeAll(async () => {
  full = await openApp(conferenceFile({ ...SMALL, registration: { places: 1 } }));
  limited = await openApp({ RATE_LIMIT: "on" });
  app = await openSampleApp({
    ADMIN_EMAILS: ORGANISER,
    DOOR_EMAILS: HELPER,
    ...conferenceIn(30),
    API_TOKENS: `${READ?.entry},${FULL?.entry}`,
  });
  cookie = await logIn();
  helper = await logIn(HELPER);
  api = await readApiDocument(app);
  ({ document, calls } = api);
});

const callOf = (id: string): Call => {
  const call = calls.find(({ operationId }) => operationId === id);
  if (!call) throw new Error(`The document has no ${id}`);
  return call;
};

/** Asserts that the document describes this response. */
async function check(call: Call, response: Response): Promise<unknown> {
  seen.add(`${call.operationId} ${response.status}`);
  return api.check(call, response);
}

const addressOf = ({ path }: Call, id = "1") => path.replaceAll(/\{\w+\}/g, id);

type Sent = { path?: string; body?: unknown; headers?: Record<string, string>; to?: App };

/** Makes an API call, by default as an organiser's page does, and checks the response. */
async function send(id: string, { path, body, headers, to = app }: Sent = {}) {
  const call = callOf(id);
  const response = await to.fetch(path ?? addressOf(call), {
    method: call.method,
    headers: {
      ...(call.requestBody ? { "Content-Type": "application/json" } : {}),
      ...(headers ?? { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }),
    },
    ...(body === undefined ? {} : { body: body instanceof Buffer ? new Uint8Array(body) : text(body) }),
  });
  return { status: response.status, headers: response.headers, body: await check(call, response) };
}

const square = () => sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } });
const text = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** Request bodies. The tests also check them against the document. */
const BODIES: Record<string, Record<string, unknown>> = {
  register: registration(),
  createSpeaker: SPEAKER,
  updateSpeaker: { name: "Zara Q", title: "Editor", company: "The Quill", category: "tech", featured: true },
  createSession: SESSION,
  updateSession: { title: "Late news", time: "4:30 PM", type: "party", track: null },
  connect: { speakerId: 1, sessionId: 9, role: "moderator" },
  setDelegateStatus: { status: "confirmed" },
  putSpeakerByExternalId: SPEAKER,
  putSessionByExternalId: SESSION,
};

test("the document is OpenAPI 3.1, and matches the site's schemas", async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.servers).toEqual([{ url: ORIGIN }]);
  await validate(structuredClone(document) as never);
  expect(document.components.schemas.RegistrationInput).toMatchObject({
    required: ["registrationType", "name", "email", "jobTitle"],
    properties: { name: { type: "string", minLength: 1, maxLength: 200 }, email: { format: "email" } },
  });
});

test("the document has exactly the calls below /api of the route table, and the calendars", () => {
  const PAGES = ["/api", "/api/*", "/api/admin", "/api/admin/*", "/api/login", "/api/logout", "/api/docs"];
  const routes = addressesOf(app)
    .map(({ path }) => path)
    .filter((path) => /^\/(api|objects|calendar)([/.]|$)/.test(path) && !PAGES.includes(path))
    .map((path) => path.replaceAll(/:(\w+)/g, "{$1}"));
  const own = ["/api/openapi.json"];
  expect(Object.keys(document.paths).concat(own).toSorted()).toEqual(routes.toSorted());
});

test("successful responses of every call match the document", async () => {
  for (const [id, body] of Object.entries(BODIES)) {
    const { requestBody } = callOf(id);
    const isValid = api.validatorOf(requestBody?.content["application/json"]?.schema as Schema);
    expect(isValid(body) ? [] : isValid.errors, id).toEqual([]);
    expect((await send(id, { body })).status, id).toBeLessThan(300);
  }
  for (const { operationId, method, responses } of calls.filter(({ method }) => method === "GET")) {
    const { status, headers, body } = await send(operationId);
    expect(status, `${method} ${operationId}`).toBe(200);
    expect(body, operationId).not.toEqual([]);
    const known = { Cookie: cookie, "If-None-Match": headers.get("ETag") ?? "" };
    const again = responses[304] === undefined ? 200 : 304;
    expect((await send(operationId, { headers: known })).status, operationId).toBe(again);
  }
  const { uploadURL } = (await send("createUpload")).body as { uploadURL: string };
  const { pathname, search } = new URL(uploadURL);
  const photo = await square().jpeg().toBuffer();
  const sent = { path: pathname + search, body: photo };
  expect((await send("uploadImage", sent)).status).toBe(201);
  expect((await send("uploadImage", sent)).status).toBe(422);
  expect((await send("setSpeakerImage", { body: { imageURL: uploadURL } })).status).toBe(200);
  expect((await send("removeSpeakerImage")).status).toBe(204);
  const withSpeakers = await send("listProgram", { path: "/api/program?include=speakers" });
  expect(withSpeakers.body).toContainEqual(expect.objectContaining({ id: 1, speakers: expect.any(Array) }));
  expect((await send("connect", { body: BODIES.connect })).status).toBe(409);
  for (const [id, table] of [
    ["putSpeakerByExternalId", "speakers"],
    ["putSessionByExternalId", "program_sessions"],
  ] as const) {
    expect((await send(id, { body: BODIES[id] })).status).toBe(200);
    const again = id.replace("put", "create").replace("ByExternalId", "");
    expect((await send(again, { body: { ...BODIES[id], externalId: "1" } })).status).toBe(409);
    app.sqlite.exec(`update ${table} set external_id = 'twice' where id in (1, 2)`);
    const twice = callOf(id).path.replace("{externalId}", "twice");
    expect((await send(id, { path: twice, body: BODIES[id] })).status).toBe(409);
  }
  expect((await send("checkInDelegate")).status).toBe(200);
  expect((await send("checkInDelegate")).status).toBe(409);
  expect((await send("disconnect", { path: "/api/admin/speaker-sessions/1/9" })).status).toBe(204);
  expect((await send("deleteSession", { path: "/api/admin/program/10" })).status).toBe(204);
  expect((await send("deleteSpeaker", { path: "/api/admin/speakers/19" })).status).toBe(204);
});

test("refusals of every call match the document", async () => {
  const { uploadURL } = (await send("createUpload")).body as { uploadURL: string };
  const upload = uploadURL.slice(ORIGIN.length);
  for (const { operationId: id, path, method, security, requestBody } of calls) {
    const isUpload = id === "uploadImage";
    const body = BODIES[id] ?? (requestBody ? { imageURL: "/objects/uploads/x" } : undefined);
    if (security.length > 0) expect((await send(id, { headers: {}, body })).status, id).toBe(401);
    if (security.length > 1) {
      expect((await send(id, { headers: { Authorization: "Bearer x" }, body })).status, id).toBe(401);
      const read = await send(id, { headers: bearer(READ), body });
      expect(read.status, id).toBe(method === "GET" ? 200 : 403);
      const headers = { Cookie: helper, "Sec-Fetch-Site": "same-origin" };
      expect((await send(id, { headers, body })).status, id).toBe(403);
    }
    if (method !== "GET") {
      const headers = { Cookie: cookie, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
      expect((await send(id, { headers, body })).status, id).toBe(403);
    }
    if (requestBody && !isUpload) {
      expect((await send(id, { body: "{" })).status, id).toBe(400);
      expect((await send(id, { body: "[]" })).status, id).toBe(422);
      expect((await send(id, { body: `"${"x".repeat(140_000)}"` })).status, id).toBe(413);
      const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "text/plain" };
      expect((await send(id, { body, headers })).status, id).toBe(415);
    }
    if (/\{/.test(path) && !isUpload && id !== "setSpeakerImage" && !path.includes("external")) {
      const missing = path.replaceAll(/\{\w+\}/g, "999");
      expect((await send(id, { path: missing, body })).status, id).toBe(404);
    }
    if (path.startsWith("/api/")) {
      const unknown = `${path.replaceAll(/\{\w+\}/g, "1")}?unknown=1`;
      expect((await send(id, { path: unknown, body })).status, id).toBe(422);
    }
    const patched = await app.fetch(path.replaceAll(/\{\w+\}/g, "1"), {
      method: "PATCH",
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    });
    expect(patched.status, id).toBe(405);
    await check(callOf(id), patched);
    expect((await send(id, { headers: { Host: "a b" }, body })).status, id).toBe(400);
  }
  for (const wrong of ["limit=0", "limit=1001", "limit=x", "limit=", "after=x", "after=", "limit=5&after=1-"])
    expect((await send("listDelegates", { path: `/api/admin/delegates?${wrong}` })).status).toBe(422);
  expect((await send("listProgram", { path: "/api/program?include=rooms" })).status).toBe(422);
  expect((await send("connect", { body: { speakerId: 999, sessionId: 1 } })).status).toBe(404);
  for (const id of [
    "updateSpeaker",
    "updateSession",
    "deleteSpeaker",
    "deleteSession",
    "disconnect",
    ...WITH_VERSION,
  ])
    expect((await send(id, { body: BODIES[id], headers: LONG_AGO })).status).toBe(412);
  expect((await send("removeSpeakerImage", { headers: LONG_AGO })).status).toBe(412);
  const noKey = { ...bearer(FULL), "Idempotency-Key": "" };
  expect((await send("checkInDelegate", { headers: noKey })).status).toBe(400);
  const unsigned = { path: "/objects/uploads/x", body: Buffer.alloc(1) };
  expect((await send("uploadImage", { ...unsigned, headers: {} })).status).toBe(401);
  expect((await send("uploadImage", unsigned)).status).toBe(403);
  expect((await send("uploadImage", { path: upload, body: Buffer.alloc(10_485_761) })).status).toBe(413);
  const photo = await square().png().toBuffer();
  expect((await send("uploadImage", { path: upload, body: photo })).status).toBe(201);
  const set = (path: string, headers?: Record<string, string>) =>
    send("setSpeakerImage", { path, body: { imageURL: uploadURL }, headers });
  expect((await set("/api/speakers/1/image", LONG_AGO)).status).toBe(412);
  expect((await set("/api/speakers/999/image")).status).toBe(404);
});

test("internal failures match the document", async () => {
  const broken = await openApp({ ADMIN_EMAILS: ORGANISER, API_TOKENS: `${FULL?.entry}` });
  broken.sqlite.pragma("foreign_keys = off");
  broken.sqlite.exec("drop table speakers; drop table program_sessions; drop table delegates");
  const headers = bearer(FULL);
  for (const { operationId: id, path } of calls) {
    if (id === "getUser" || id === "getConference" || path.includes("/objects/")) continue;
    const body = BODIES[id] ?? (id === "setSpeakerImage" ? {} : undefined);
    const { status } = await send(id, { headers, to: broken, body });
    expect(status, id).toBe(id === "setSpeakerImage" ? 422 : 500);
  }
});

test("refusals of wrong tokens and too many registrations match the document", async () => {
  const ask = (call: Call, headers: Record<string, string>, body?: unknown) =>
    limited.fetch(addressOf(call), {
      method: call.method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const wrong = { Authorization: "Bearer conf_wrong" };
  for (let count = 0; count < 20; count += 1)
    expect((await ask(callOf("listDelegates"), wrong)).status).toBe(401);
  for (const call of calls.filter(({ security }) => security.length > 1)) {
    const refused = await ask(call, wrong, call.requestBody && {});
    expect(refused.status, call.operationId).toBe(429);
    await check(call, refused);
  }
  for (let count = 0; count < 30; count += 1) await ask(callOf("register"), {}, registration());
  const refused = await ask(callOf("register"), {}, registration());
  expect(refused.status).toBe(429);
  await check(callOf("register"), refused);
});

test("a refusal for want of places matches the document", async () => {
  const register = () => full.fetch("/api/registrations", jsonPost(registration()));
  expect((await register()).status).toBe(201);
  const refused = await register();
  expect(refused.status).toBe(409);
  await check(callOf("register"), refused);
});

// Together, the tests must have seen every documented status.
afterAll(() => {
  for (const { operationId, responses } of calls)
    for (const status of Object.keys(responses).filter((status) => status !== "default"))
      expect(seen, `${operationId} ${status}`).toContain(`${operationId} ${status}`);
});

test("a client generated from the document registers a delegate", async () => {
  // Writes the client inside the project, where it can resolve the generator's runtime.
  const folder = mkdtempSync(resolve("build/generated-client-"));
  try {
    writeFileSync(join(folder, "openapi.json"), await (await app.fetch("/api/openapi.json")).text());
    execFileSync("node_modules/.bin/oazapfts", [join(folder, "openapi.json"), join(folder, "client.ts")]);
    const client = await import(/* @vite-ignore */ join(folder, "client.ts"));
    Object.assign(client.defaults, { baseUrl: ORIGIN, fetch: app.fetch });
    const registered = await client.register(registration({ name: "By a generated client" }));
    expect(registered).toMatchObject({
      status: 201,
      data: { name: "By a generated client", status: "pending", reference: expect.any(String) },
    });
    const refused = await client.register({ ...registration(), email: "x" });
    expect(refused).toMatchObject({ status: 422, data: { errors: { email: [expect.any(String)] } } });
    // The sample’s nine, and one that was PUT by its external id.
    expect((await client.listProgram()).data).toHaveLength(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
