// Generates the OpenAPI document for the JSON API from the schemas that validate its calls.

import { z } from "zod";
import { KEY_MAX_LENGTH } from "#app/auth/idempotency.server.ts";
import { conference } from "#app/conference/conference.ts";
import { MAX_PAGE_LIMIT } from "#app/http/list-streaming.server.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { API_CALLS, type ApiCall, errorResponses } from "#app/openapi/calls.server.ts";
import { INPUT_SCHEMAS, RESPONSE_SCHEMAS } from "#app/openapi/schemas.server.ts";
import { env } from "#app/platform/env.server.ts";
import { numberText } from "#app/platform/text.ts";

export type Schema = z.core.JSONSchema.JSONSchema;
export type Operation = ReturnType<typeof operationOf>;

/** The major version changes when clients must change. */
const API_VERSION = "1.2.0";

const INTRODUCTION = `Lists are plain arrays, field names are in camelCase, date-times are in ISO 8601 format in UTC, and \`null\` means that there is no value. Bodies are JSON in UTF-8.

Every error has a JSON body with a \`message\`. The status is 405 with an \`Allow\` header for an unsupported method, 404 for an unknown URL, 500 for an error on the site, and 503 while the site is too busy.

Long lists are streamed. To read a list page by page, use \`limit\`. If there is a next page, the response has a \`Link\` header with \`rel="next"\`.

Responses to GET requests have an \`ETag\` header. If you send its value back as \`If-None-Match\` and nothing has changed, the response is 304 with no body.

Organiser endpoints accept the site’s login cookie, or a token in the header \`Authorization: Bearer TOKEN\`. The site’s operator creates a token with \`npm run api:token -- NAME read\`, with \`full\` instead of \`read\` for write access, or with \`public\` for the numbers alone. A token expires at the end of its last day (UTC), at most 366 days after it was created. After that, requests with the token return 401 with a \`message\`. Requests with the cookie must come from the site’s own pages.

To safely repeat a request that creates something, add an \`Idempotency-Key\` header. If the response was lost, send the same request with the same key. The repeat creates nothing new and returns the first response. A key applies to one client and one URL, and is kept for at least 24 hours. A refused request does not use up its key.

To avoid overwriting someone else’s changes, send the \`updatedAt\` value that you read, in double quotes, as \`If-Match\`.`;

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
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: env.SITE_ORIGIN }],
    tags: [...new Set(API_CALLS.map(({ group }) => group))].map((name) => ({ name })),
    paths: getPaths(),
    components: {
      schemas: { ...jsonSchemas(INPUT_SCHEMAS, "input"), ...jsonSchemas(RESPONSE_SCHEMAS, "output") },
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
          description: "A token listed in the setting `API_TOKENS`, valid until the end of its last day.",
        },
      },
    },
  };
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
type Content = Record<string, { schema: Schema }>;
const jsonOf = (name: string, isList = false): Content => {
  const one = { $ref: schemaPath(name) };
  return { "application/json": { schema: isList ? { type: "array", items: one } : one } };
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
    summary: call.summary,
    security: SECURITY[call.isFor],
    parameters: parametersOf(call),
    requestBody: call.body && {
      required: true,
      content: call.body === "image" ? image : jsonOf(call.body),
    },
    responses: responsesOf(call),
  };
}

const SECURITY: Record<ApiCall["isFor"], Record<string, string[]>[]> = {
  everyone: [],
  login: [{ login: [] }],
  // The token is first, because generated clients use the first option for which they have a value.
  organisers: [{ token: [] }, { login: [] }],
};

const parameter = (place: string, name: string, schema: Schema, description?: string, required = false) => ({
  name,
  in: place,
  required,
  description,
  schema,
});
const TEXT: Schema = { type: "string" };
const NUMBER: Schema = { type: "integer", minimum: 1 };
const LIMIT = parameter(
  "query",
  "limit",
  { ...NUMBER, maximum: MAX_PAGE_LIMIT },
  `The maximum number of items to return, up to ${numberText(MAX_PAGE_LIMIT)}. If omitted, all items are returned.`,
);
const AFTER = parameter(
  "query",
  "after",
  { ...TEXT, pattern: "^[0-9]{1,15}-[1-9][0-9]{0,14}$" },
  "The start of the page, taken from the `Link` header of the previous page.",
);
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
const EDITED_VERSION = "The `updatedAt` of the version to replace, in double quotes.";
const EDITED = parameter("header", "If-Match", TEXT, EDITED_VERSION);

export function parametersOf({ method, path, query = {}, hasKey, hasPages, answer }: ApiCall) {
  const id = path.startsWith("/objects/") ? { ...TEXT, format: "uuid" } : NUMBER;
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameter("path", name, id, undefined, true)),
    ...Object.entries(query).map(([name, text]) => parameter("query", name, TEXT, text, true)),
    hasPages && LIMIT,
    hasPages && AFTER,
    method === "get" && SEEN,
    answer.hasVersion && EDITED,
    hasKey && KEY,
  ].filter((one) => typeof one === "object");
}

type Header = { description: string; required?: boolean; schema: Schema };
type ResponseObject = { description: string; headers?: Record<string, Header>; content?: Content };

const header = (description: string): Header => ({ description, schema: TEXT });
const NOT_MODIFIED = { description: "Nothing has changed since the response you already have." };
const NEXT_PAGE = 'The address of the next page, with `rel="next"`, if there is one.';
const WAIT = { "Retry-After": { description: "The wait in seconds.", schema: { type: "integer" } } };

function responsesOf(call: ApiCall): Record<string, ResponseObject> {
  const { status, text, schema, isList, hasVersion } = call.answer;
  const isRead = call.method === "get";
  const headers = Object.assign(
    {},
    isRead && { ETag: header("Send this back as `If-None-Match`.") },
    hasVersion && { ETag: header("The saved version, for `If-Match`.") },
    call.hasPages && { Link: { ...header(NEXT_PAGE), required: false } },
  );
  const problems = Object.entries(errorResponses(call)).map(([code, description]) => [
    code,
    { description, headers: code === "429" ? WAIT : undefined, content: jsonOf("Problem") },
  ]);
  return {
    [status]: { description: text, headers, content: schema && jsonOf(schema, isList) },
    ...(isRead && { 304: NOT_MODIFIED }),
    ...Object.fromEntries(problems),
    default: { description: "Any other error.", content: jsonOf("Problem") },
  };
}
