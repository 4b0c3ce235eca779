// Descriptions and examples in the API document, two linters, and the curl lines of /api/docs.
import { execFileSync } from "node:child_process";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import descriptions from "#app/openapi/descriptions.json" with { type: "json" };
import type { getApiDocument, Operation } from "#app/openapi/document.server.ts";
import examples from "#app/openapi/examples.json" with { type: "json" };
import { createToken } from "#app/platform/api-token.server.ts";
import { type App, jsonPost, openApp, openSampleApp } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";
import { ASKING, asking, MEAL } from "../support/questions.ts";

type Document = ReturnType<typeof getApiDocument>;
type Call = Operation & { method: string; path: string };
type Content = Record<string, { schema: object; example?: unknown }>;

const FULL = createToken("sync", "full");
const SETTINGS = { ADMIN_EMAILS: ORGANISER, API_TOKENS: `${FULL?.entry}` };
/** An address like that of a real site: a linter refuses `localhost`. */
const PUBLIC = { SITE_URL: "https://conference.test" };

let document: Document;
let calls: Call[];
beforeAll(async () => {
  document = await documentOf(await openSampleApp(SETTINGS));
  calls = callsIn(document);
});

const documentOf = async (app: App): Promise<Document> => (await app.fetch("/api/openapi.json")).json();
const callsIn = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, call]) => ({ ...call, path, method: method.toUpperCase() })),
  );

/** The bodies of a call that have an example: what is sent, and what a success answers with. */
function bodiesOf({ requestBody, responses }: Call): [type: string, body: Content[string]][] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = [requestBody, ...successes.map(([, response]) => response)].map((one) => one?.content);
  return contents.flatMap((content) => Object.entries((content ?? {}) as Content));
}

/** All examples of a call, with those of its parameters. */
const examplesOf = (call: Call): { schema: object; example?: unknown; field?: string }[] => [
  ...bodiesOf(call).flatMap(([type, body]) => (type === "image/*" ? [] : [body])),
  ...call.parameters.flatMap(({ name, schema, example }) =>
    example === undefined ? [] : [{ schema, example, field: name }],
  ),
];

const CONFERENCES = {
  "the sample": () => ({}),
  "a conference without tracks": () => conferenceFile(SMALL),
  "a conference with questions of its own": ASKING,
};

describe.each(Object.entries(CONFERENCES))("%s", (_, settings) => {
  let own: Document;
  beforeAll(async () => {
    own = await documentOf(await openApp({ ...settings(), ...PUBLIC }));
  });

  test("two linters find nothing in the document", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(new spectral.Ruleset(rulesets.oas));
    const found = await linter.run(structuredClone(own) as never);
    expect(found.map(({ code, path, message }) => `${path.join(".")}: ${message} (${code})`)).toEqual([]);
    const config = await createConfig({ extends: ["recommended"] });
    const source = JSON.stringify(own);
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(
      problems.map(({ location, message, ruleId }) => `${location[0]?.pointer}: ${message} (${ruleId})`),
    ).toEqual([]);
  });

  test("each example is valid, and has every field of an answer", () => {
    const strict = structuredClone(own);
    for (const schema of Object.values(strict.components.schemas))
      if (schema.properties) Object.assign(schema, { additionalProperties: false });
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(strict, "document");
    for (const call of callsIn(own))
      for (const { schema, example } of examplesOf(call)) {
        const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
        expect(isValid(example) ? [] : isValid.errors, `${call.operationId}: ${example}`).toEqual([]);
      }
  });
});

test("each call has a summary and a description, and examples of what is sent and answered", () => {
  const withoutWords = calls.filter(({ summary, description }) => !summary || !description);
  expect(
    withoutWords.map(({ operationId }) => `Add words about ${operationId} to app/openapi/descriptions.json.`),
  ).toEqual([]);
  const ids: string[] = calls.map(({ operationId }) => operationId);
  expect(Object.keys(descriptions).filter((id) => !ids.includes(id))).toEqual([]);
  for (const call of calls)
    for (const [type, body] of bodiesOf(call).filter(([type]) => type !== "image/*"))
      expect(Object.keys(body), `${call.operationId} ${type}`).toContain("example");
});

/** Fields without a value in the list have their own name as the example. */
function namesakesIn(value: unknown, field = ""): string[] {
  if (value === field) return [field];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    namesakesIn(one, Array.isArray(value) ? field : name),
  );
}

test("each field of an example has a value in the list, and the list has no others", () => {
  const missing = calls.flatMap((call) =>
    examplesOf(call).flatMap(({ example, field }) =>
      namesakesIn(example, field).map((name) => `Add an example of ${name} to app/openapi/examples.json.`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
  const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties).flatMap((field) => [name, field, `${name}.${field}`]),
  );
  const parameters = calls.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, schema }) => [name, `${schema.format ?? schema.type}.${name}`]),
  );
  const known = new Set(fields.concat(parameters, "Calendar"));
  expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
});

test("no description or example names a person or session of the sample", async () => {
  const { sqlite } = await openSampleApp(SETTINGS);
  const names = sqlite.prepare("select name from speakers union select title from program_sessions").pluck();
  const text = JSON.stringify(document).toLowerCase();
  const all = names.all() as string[];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((name) => text.includes(name.toLowerCase()))).toEqual([]);
});

/** The curl line below a call’s heading, in a block that a keyboard can scroll. */
function lineOf(page: string, id: string): string {
  const [, line] =
    new RegExp(`<h3 id="${id}".*?<pre[^>]* tabindex="0"><code>(curl .*?)</code>`, "s").exec(page) ?? [];
  if (!line) throw new Error(`/api/docs shows no curl line for ${id}`);
  const CHARACTERS: Record<string, string> = { quot: '"', "#x27": "'", lt: "<", gt: ">", amp: "&" };
  return line.replaceAll(/&([\w#]+);/g, (all, name: string) => CHARACTERS[name] ?? all);
}

type Sent = { url: string; method: string; headers: Record<string, string>; body?: string };

/** Lets a shell split the line, and reads the words as curl does. */
function readLine(line: string, variables: Record<string, string>): Sent {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const words = execFileSync("/bin/sh", ["-c", script], { env: variables, encoding: "utf8" }).split("\0");
  const sent: Sent = { url: "", method: "GET", headers: {} };
  for (let at = 0; at < words.length - 1; at += 1) {
    const word = words[at] ?? "";
    const value = words[at + 1] ?? "";
    const [, name = "", text = ""] = /^([\w-]+): (.*)$/s.exec(value) ?? [];
    if (word === "-X") sent.method = value;
    else if (word === "-H") sent.headers[name] = text;
    else if (word === "-b") sent.headers.Cookie = value;
    else if (/^(-d|--data-binary)$/.test(word)) sent.body = value;
    else if (!word.startsWith("-")) {
      sent.url = word;
      continue;
    } else throw new Error(`curl has another option: ${word}`);
    at += 1;
  }
  return sent;
}

const photo = async () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();

/** What a call needs that the sample conference lacks. */
const PREPARATIONS: Record<string, string> = {
  checkInDelegate: "update delegates set status = 'confirmed'",
  connect: "delete from connections",
  disconnect: `delete from connections where id > 1;
    update connections set speaker_id = 1, program_session_id = 1`,
};

/** Names of the fields, at every depth. A null or an empty list can be anything. */
function shapeOf(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.slice(0, 1).map((one) => shapeOf(one, other[0]));
  if (value === null || other === null || typeof value !== "object") return "";
  const fields = other as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, one]) => [name, shapeOf(one, fields?.[name])]),
  );
}

test("each curl line of the page works when pasted, and the answer is like the example", async () => {
  const page = await (await (await openSampleApp(SETTINGS)).fetch("/api/docs")).text();
  for (const call of calls) {
    const { operationId: id, method, path } = call;
    const app = await openSampleApp(SETTINGS);
    const TOKEN = FULL?.token ?? "";
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const upload = await app.fetch("/api/objects/upload", { method: "POST", headers });
    const { uploadURL } = await upload.json();
    if (id === "setSpeakerImage")
      await app.fetch(uploadURL, { method: "PUT", headers, body: new Uint8Array(await photo()) });
    await app.fetch("/api/registrations", jsonPost(registration()));
    if (PREPARATIONS[id]) app.sqlite.exec(PREPARATIONS[id]);
    const [, LOGIN = ""] = /\blogin=([^;]+)/.exec(await logIn()) ?? [];
    const line = lineOf(page, id);
    const sent = readLine(line, { TOKEN, LOGIN, UPLOAD_URL: uploadURL });
    expect(sent.method, line).toBe(method);
    if (id !== "uploadImage")
      expect(sent.url, line).toMatch(
        new RegExp(
          `^${document.servers[0]?.url}${path.replaceAll(/\{\w+\}/g, "[\\w-]+").replaceAll(".", "\\.")}$`,
        ),
      );
    const body = sent.body?.replace(/\/objects\/uploads\/[\w-]+/, new URL(uploadURL).pathname);
    const answer = await app.fetch(sent.url, {
      method,
      headers: sent.headers,
      ...(body !== undefined && { body: body === "@photo.jpg" ? new Uint8Array(await photo()) : body }),
    });
    const text = await answer.text();
    expect(answer.status, `${line}\n${text.slice(0, 300)}`).toBeLessThan(300);
    const { content } = call.responses[answer.status] as { content?: Content };
    const example = content?.["application/json"]?.example;
    if (example === undefined) continue;
    const given = JSON.parse(text);
    expect(shapeOf(given, example), id).toEqual(shapeOf(example, given));
  }
});

test("the line for a registration answers the conference’s own questions, also with an apostrophe", async () => {
  const app = await openApp(asking({ ...MEAL, choices: ["The chef's fish", "Beans"] }));
  const page = await (await app.fetch("/api/docs")).text();
  const { url, method, headers, body } = readLine(lineOf(page, "register"), {});
  const answer = await app.fetch(url, { method, headers, body: body ?? "" });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ answers: { meal: "The chef's fish" } });
});
