// Generates the OpenAPI document for the JSON API from the schemas that validate its calls.

import { z } from "zod";
import { KEY_MAX_LENGTH } from "#app/auth/idempotency.server.ts";
import { conference } from "#app/conference/conference.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { EDITABLE_KINDS } from "#app/models/editables.server.ts";
import { API_CALLS, type ApiCall, errorResponses, GROUPS, rightFor } from "#app/openapi/calls.server.ts";
import descriptions from "#app/openapi/descriptions.json" with { type: "json" };
import { exampleOf } from "#app/openapi/examples.server.ts";
import { INPUT_SCHEMAS, queryOf, RESPONSE_SCHEMAS } from "#app/openapi/schemas.server.ts";
import { env } from "#app/platform/env.server.ts";
import { capitalise } from "#app/platform/text.ts";

export type Schema = z.core.JSONSchema.JSONSchema;
export type Operation = ReturnType<typeof operationOf>;

/** The major version changes when clients must change. */
const API_VERSION = "2.0.0";

const INTRODUCTION = `Lists are plain arrays, field names are in camelCase, date-times are in ISO 8601 format, in UTC except for when sessions and the conference start and end, and \`null\` means that there is no value. Bodies are JSON in UTF-8.

Every error has a JSON body with a \`message\`. An unsupported method gets 405, and OPTIONS 204, both with the methods of the path in \`Allow\`. The status is 400 for an address with a backslash or control character, 404 for an unknown URL, 500 for an error on the site, and 503 while the site is too busy.

Long lists are streamed. To read a list page by page, use \`limit\`. If there is a next page, the response has a \`Link\` header with \`rel="next"\`.

Responses to GET requests have an \`ETag\` header. If you send its value back as \`If-None-Match\` and nothing has changed, the response is 304 with no body. One item read by its id always comes with 200, and its \`ETag\` is for \`If-Match\`.

Organiser endpoints accept the site’s login cookie, or a token in the header \`Authorization: Bearer TOKEN\`. An organiser creates a token in the panel, at /admin/tokens, with the rights that each call names, such as \`program:read\`. A token expires at the end of its last day (UTC), at most 366 days after it was created. After that, or when an organiser has ended it, requests with the token return 401 with a \`message\`. Requests with the cookie must come from the site’s own pages.

To safely repeat a request that creates something, add an \`Idempotency-Key\` header. If the response was lost, send the same request with the same key. The repeat creates nothing new and returns the first response. A key applies to one client and one URL, and is kept for at least 24 hours. A refused request does not use up its key.

A PUT changes only the fields that it contains: \`null\` or an empty text empties an optional field, and required fields must be sent. A PUT that changes nothing leaves the item’s version as it is.

To avoid overwriting or deleting someone else’s changes, send the \`updatedAt\` value that you read, in double quotes, as \`If-Match\`.

Each call below has a \`curl\` line for a shell, with the fields that the call requires. In it, \`$TOKEN\` is your token, which \`export TOKEN=…\` sets.

Pages of other sites can show the images and read all calls that need no login, except registrations, without credentials.`;

let made: ReturnType<typeof makeDocument> | undefined;
export const getApiDocument = () => (made ??= makeDocument());

function makeDocument() {
  return {
    openapi: "3.1.1",
    info: {
      title: `${conference.name}: API`,
      version: API_VERSION,
      summary: "The program, speakers and registrations of this conference, for other software.",
      description: INTRODUCTION,
      contact: { name: conference.name, email: conference.contact.email },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: env.SITE_ORIGIN }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: getPaths(),
    components: {
      schemas: getSchemas(),
      securitySchemes: {
        login: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("login"),
          description: "The cookie that a browser receives when someone logs in at /api/login.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "A token from the panel or the setting `API_TOKENS`. Each call names the right that it needs.",
        },
      },
    },
  };
}

let schemas: Record<string, Schema> | undefined;
const getSchemas = () => (schemas ??= { ...getInputSchemas(), ...jsonSchemas(RESPONSE_SCHEMAS, "output") });

const KEPT = "A PUT that leaves it out does not change it.";

function getInputSchemas() {
  const schemas = jsonSchemas(INPUT_SCHEMAS, "input");
  for (const kind of EDITABLE_KINDS) {
    const { properties = {}, required } = schemas[`${capitalise(kind)}Input`] ?? {};
    for (const [name, field] of Object.entries(properties))
      if (typeof field === "object" && !required?.includes(name))
        field.description = `${field.description ?? ""} ${KEPT}`.trim();
  }
  return schemas;
}

/** JSON Schemas (draft 2020-12) that refer to each other by name. */
function jsonSchemas(schemas: Record<string, z.ZodType>, io: "input" | "output"): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io,
    uri: schemaPath,
    override: ({ jsonSchema }) => {
      // Date-times need no pattern besides `format`. Clients must tolerate fields added later.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  for (const schema of Object.values(made.schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return made.schemas;
}

const schemaPath = (name: string) => `#/components/schemas/${name}`;
type Content = Record<string, { schema: Schema; example?: unknown }>;
const contentOf = (name: string, isList = false): Content => {
  const one = { $ref: schemaPath(name) };
  const schema: Schema = isList ? { type: "array", items: one } : one;
  const type = name === "Calendar" ? "text/calendar" : "application/json";
  return { [type]: { schema, example: exampleOf(schema, getSchemas()) } };
};

function getPaths() {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of API_CALLS) paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call) };
  return paths;
}

function operationOf(call: ApiCall) {
  const image: Content = { "image/*": { schema: {} } };
  return {
    operationId: call.id,
    tags: [call.group],
    ...DESCRIPTIONS[call.id],
    security: securityOf(call),
    parameters: parametersOf(call),
    requestBody: call.body && {
      required: true,
      content: call.body === "image" ? image : contentOf(call.body),
    },
    responses: responsesOf(call),
  };
}

const DESCRIPTIONS: Record<string, { summary: string; description: string } | undefined> = descriptions;

function securityOf(call: ApiCall): Record<string, never[]>[] {
  if (call.isFor === "everyone") return [];
  // The token is first, because generated clients use the first option for which they have a value.
  return rightFor(call) ? [{ token: [] }, { login: [] }] : [{ login: [] }];
}

const parameter = (place: string, name: string, schema: Schema, description?: string, required = false) => ({
  name,
  in: place,
  required,
  description,
  schema,
  example: place === "path" ? exampleOf(schema, {}, name, schema.format ?? `${schema.type}`) : undefined,
});
const TEXT: Schema = { type: "string" };
const NUMBER: Schema = { type: "integer", minimum: 1 };
const KEY = parameter(
  "header",
  "Idempotency-Key",
  {
    ...TEXT,
    minLength: 1,
    maxLength: KEY_MAX_LENGTH,
    pattern: '^(?:[\\w!#$%&\'*+.^`|~:/-]+|"[ !#-\\[\\]-~]+")$',
  },
  "An id that you choose for this request, such as a UUID in double quotes.",
);
const SEEN = parameter("header", "If-None-Match", TEXT, "The `ETag` of the response you already have.");
const editedVersion = (version = "`updatedAt`") =>
  parameter("header", "If-Match", TEXT, `The ${version} of the version to change, in double quotes.`);

export function parametersOf({ id: callId, method, path, hasKey, problems, version }: ApiCall) {
  const idOf = (name: string) => (name === "externalId" ? { ...TEXT, minLength: 1, maxLength: 200 } : NUMBER);
  const id = path.startsWith("/objects/") ? { ...TEXT, format: "uuid" } : undefined;
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
      parameter("path", name, id ?? idOf(name), undefined, true),
    ),
    ...Object.entries(queryOf(callId).shape).map(([name, field]) => {
      const { $schema, description, ...schema } = z.toJSONSchema(field);
      return parameter("query", name, schema, description, !field.safeParse(undefined).success);
    }),
    method === "get" && SEEN,
    problems?.[412] !== undefined && editedVersion(version),
    hasKey && KEY,
  ].filter((one) => typeof one === "object");
}

type Header = { description: string; required?: boolean; schema: Schema };
type ResponseObject = { description: string; headers?: Record<string, Header>; content?: Content };

const header = (description: string): Header => ({ description, schema: TEXT });
const NOT_MODIFIED = { description: "Nothing has changed since the response you already have." };
const NEXT_PAGE = 'The address of the next page, with `rel="next"`, if there is one.';
const CHALLENGE = "What to send, and what is wrong with the token that was sent.";
const PROBLEM_HEADERS: Record<string, Record<string, Header> | undefined> = {
  401: { "WWW-Authenticate": header(CHALLENGE) },
  429: { "Retry-After": { description: "The wait in seconds.", schema: { type: "integer" } } },
};

const PROBLEM: Content = { "application/json": { schema: { $ref: schemaPath("Problem") } } };
const PLAIN_PROBLEM: Content = { "text/plain": { schema: TEXT } };
/** Sent before any call runs. */
const UNREADABLE = { 400: "The URL or the `Host` header is not valid." };

function responsesOf(call: ApiCall): Record<string, ResponseObject> {
  const { status, text, schema, isList, hasVersion } = call.answer;
  const Location = header("The address of the new item.");
  const hasTag = call.method === "get" && !hasVersion;
  const headers = Object.assign(
    {},
    hasVersion && { ETag: header("The version, for `If-Match`.") },
    hasTag && { ETag: header("Send this back as `If-None-Match`.") },
    hasVersion && status === 201 && { Location },
    call.hasPages && { Link: { ...header(NEXT_PAGE), required: false } },
  );
  const problem = schema === "Calendar" ? PLAIN_PROBLEM : PROBLEM;
  const problems = Object.entries({ ...UNREADABLE, ...errorResponses(call) }).map(([code, description]) => [
    code,
    { description, headers: PROBLEM_HEADERS[code], content: problem },
  ]);
  const content = schema && contentOf(schema, isList);
  return {
    [status]: { description: text, headers, content },
    ...(call.mayCreate && {
      201: { description: "The new item.", headers: { ...headers, Location }, content },
    }),
    ...(hasTag && { 304: NOT_MODIFIED }),
    ...Object.fromEntries(problems),
    default: { description: "Any other error.", content: problem },
  };
}
