// Generates the OpenAPI document for the JSON API from the schemas that validate its calls.
import { z } from "zod";
import { KEY_MAX_LENGTH } from "#app/auth/idempotency.server.ts";
import { conference } from "#app/conference/conference.ts";
import { MAX_PAGE_LIMIT } from "#app/http/list-streaming.server.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { API_CALLS, type ApiCall, errorResponses } from "#app/openapi/calls.server.ts";
import { INPUT_SCHEMAS, RESPONSE_SCHEMAS } from "#app/openapi/schemas.server.ts";
import { env } from "#app/platform/env.server.ts";
import { numberText } from "#app/vocabulary/number-text.ts";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  not?: Schema;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type ResponseObject = {
  description: string;
  headers?: Record<string, { description: string; required?: boolean; schema: Schema }>;
  content?: Record<string, { schema: Schema }>;
};
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: Schema }> };
  responses: Record<string, ResponseObject>;
};

/** The major version changes when clients must change. */
const API_VERSION = "1.2.0";

const INTRODUCTION = `Lists are plain arrays, field names are in camelCase, date-times are in ISO 8601 format in UTC, and \`null\` means that there is no value. Bodies are JSON in UTF-8.

Every error has a JSON body with a \`message\`. The status is 405 with an \`Allow\` header for an unsupported method, 404 for an unknown URL, 500 for an error on the site, and 503 while the site is too busy.

Long lists are streamed. To read a list page by page, use \`limit\`. If there is a next page, the response has a \`Link\` header with \`rel="next"\`.

Responses to GET requests have an \`ETag\` header. If you send its value back as \`If-None-Match\` and nothing has changed, the response is 304 with no body.

Organiser endpoints accept the site’s login cookie, or a token in the header \`Authorization: Bearer TOKEN\`. The site’s operator creates a token with \`npm run api:token -- NAME read\`, or with \`full\` instead of \`read\` for write access. A token expires at the end of its last day (UTC), at most 366 days after it was created. After that, requests with the token return 401 with a \`message\`. Requests with the cookie must come from the site’s own pages.

To safely repeat a request that creates something, add an \`Idempotency-Key\` header. If the response was lost, send the same request with the same key. The repeat creates nothing new and returns the first response. A key applies to one client and one URL, and is kept for at least 24 hours. A refused request does not use up its key.

To avoid overwriting someone else’s changes, send the \`updatedAt\` value that you read, in double quotes, as \`If-Match\`.`;

export const getApiDocument = () => (made ??= makeDocument());

let made: ReturnType<typeof makeDocument> | undefined;

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
    paths: pathsOf(API_CALLS),
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
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _1, $id: _2, ...schema }]) => [id, schema as Schema]),
  );
}

const schemaPath = (name: string) => `#/components/schemas/${name}`;
const refTo = (name: string): Schema => ({ $ref: schemaPath(name) });

function pathsOf(calls: ApiCall[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call) };
  return paths;
}

function operationOf(call: ApiCall): Operation {
  const parameters = parametersOf(call);
  return {
    operationId: call.id,
    tags: [call.group],
    summary: call.summary,
    security: SECURITY[call.isFor],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body ? { requestBody: { required: true, content: bodyOf(call.body) } } : {}),
    responses: responsesOf(call),
  };
}

const SECURITY: Record<ApiCall["isFor"], Operation["security"]> = {
  everyone: [],
  login: [{ login: [] }],
  // The token is first, because generated clients use the first option for which they have a value.
  organisers: [{ token: [] }, { login: [] }],
};

function parametersOf({ method, path, query = {}, hasKey, hasPages, answer }: ApiCall): Parameter[] {
  const isUpload = path.startsWith("/objects/");
  const number: Schema = { type: "integer", minimum: 1 };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = ""]): Parameter => ({
      name,
      in: "path",
      required: true,
      schema: isUpload ? { type: "string", format: "uuid" } : number,
    }),
  );
  const inQuery = Object.entries(query).map(
    ([name, description]): Parameter => ({ name, in: "query", required: true, description, schema: TEXT }),
  );
  return [
    ...inPath,
    ...inQuery,
    ...(hasPages ? PAGE_PARAMETERS : []),
    ...(method === "get" ? [optional("header", "If-None-Match", IF_NONE_MATCH, TEXT)] : []),
    ...(answer.hasVersion ? [optional("header", "If-Match", IF_MATCH, TEXT)] : []),
    ...(hasKey ? [optional("header", "Idempotency-Key", KEY_TEXT, KEY_FORM)] : []),
  ];
}

const TEXT: Schema = { type: "string" };
const optional = (place: Parameter["in"], name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: place,
  required: false,
  description,
  schema,
});
const IF_NONE_MATCH = "The `ETag` of the response you already have.";
const IF_MATCH = "The `updatedAt` of the version to replace, in double quotes.";
const KEY_TEXT = "An id that you choose for this request, such as a UUID in double quotes.";
const KEY_FORM: Schema = {
  type: "string",
  minLength: 1,
  maxLength: KEY_MAX_LENGTH,
  pattern: '^(?:[\\w!#$%&\'*+.^`|~:/-]+|"[ !#-\\[\\]-~]+")$',
};
const LIMIT_RANGE_TEXT = `The maximum number of items to return, up to ${numberText(MAX_PAGE_LIMIT)}.`;
const LIMIT_TEXT = `${LIMIT_RANGE_TEXT} If omitted, all items are returned.`;
const AFTER_TEXT = "The start of the page, taken from the `Link` header of the previous page.";
const AFTER_FORM: Schema = { type: "string", pattern: "^[0-9]{1,15}-[1-9][0-9]{0,14}$" };
const PAGE_PARAMETERS = [
  optional("query", "limit", LIMIT_TEXT, { type: "integer", minimum: 1, maximum: MAX_PAGE_LIMIT }),
  optional("query", "after", AFTER_TEXT, AFTER_FORM),
];
const NEXT_PAGE = {
  Link: {
    description: 'The address of the next page, with `rel="next"`, if there is one.',
    required: false,
    schema: { type: "string" },
  },
};

const bodyOf = (body: NonNullable<ApiCall["body"]>): Record<string, { schema: Schema }> =>
  body === "image" ? { "image/*": { schema: {} } } : { "application/json": { schema: refTo(body) } };

const ETAG = (description: string) => ({ ETag: { description, schema: { type: "string" } } });
const RETRY_AFTER = { "Retry-After": { description: "The wait in seconds.", schema: { type: "integer" } } };

function responsesOf(call: ApiCall): Record<string, ResponseObject> {
  const { status, text, schema, isList, hasVersion } = call.answer;
  const shape = schema && (isList ? { type: "array", items: refTo(schema) } : refTo(schema));
  const isRead = call.method === "get";
  const problem = { content: { "application/json": { schema: refTo("Problem") } } };
  const headers = {
    ...(isRead ? ETAG("Send this back as `If-None-Match`.") : {}),
    ...(isRead && call.hasPages ? NEXT_PAGE : {}),
    ...(hasVersion ? ETAG("The saved version, for `If-Match`.") : {}),
  };
  const responses: Record<string, ResponseObject> = {
    [status]: {
      description: text,
      ...(isRead || hasVersion ? { headers } : {}),
      ...(shape ? { content: { "application/json": { schema: shape } } } : {}),
    },
    ...(isRead ? { 304: { description: "Nothing has changed since the response you already have." } } : {}),
  };
  for (const [code, description] of Object.entries(errorResponses(call))) {
    responses[code] = { description, ...(code === "429" ? { headers: RETRY_AFTER } : {}), ...problem };
  }
  responses.default = { description: "Any other error.", ...problem };
  return responses;
}
