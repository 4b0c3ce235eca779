// Generates the OpenAPI document of the JSON calls from the schemas that validate them.
import { z } from "zod";
import { KEY_LIMIT } from "#app/auth/idempotency.server.ts";
import { conference } from "#app/conference/conference.ts";
import { MAX_PAGE_LIMIT } from "#app/http/list-streaming.server.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { CALLS, type Call, problemsOf } from "#app/openapi/calls.server.ts";
import { ANSWERS, INPUTS } from "#app/openapi/schemas.server.ts";
import { env } from "#app/platform/env.server.ts";
import { numberText } from "#app/vocabulary/counted.ts";

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

const INTRODUCTION = `Lists are plain arrays, names are in camelCase, date-times are ISO 8601 in UTC, and \`null\` means absent. Bodies are JSON in UTF-8.

Every error has a JSON body with a \`message\`. Unsupported methods return 405 with \`Allow\`, an unknown address 404, an error in the site 500, and a request while the site is too busy 503.

Long lists are streamed. To read a list page by page, use \`limit\`: the response then has a \`Link\` with \`rel="next"\` if there is a next page.

Responses to GET have an \`ETag\`: send it back as \`If-None-Match\`, and the response is 304 without a body if nothing has changed.

Organisers’ calls accept the site’s login cookie, or a token in the header \`Authorization: Bearer TOKEN\`. The site’s operator creates one with \`npm run api:token -- NAME read\`, or \`full\` for write access. A token is valid until the end of its last day, in UTC, at most 366 days after it was created; after that, its calls return 401 with a \`message\`. Requests with the cookie must come from the site’s own pages.

To safely repeat a request that creates something, add an \`Idempotency-Key\`: if the response was lost, the same request with the same key creates nothing new and returns the first response. A key is specific to its sender and to one address, is kept for at least 24 hours, and is not used up if its request is refused.

To avoid overwriting someone else’s changes, send the \`updatedAt\` that you read, in double quotes, as \`If-Match\`.`;

export const apiDocument = () => (made ??= makeDocument());

let made: ReturnType<typeof makeDocument> | undefined;

function makeDocument() {
  return {
    openapi: "3.1.1",
    info: {
      title: `${conference.name}: API`,
      version: API_VERSION,
      summary: "The program, the speakers and the registrations of this conference, for other software.",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: env.SITE_ORIGIN }],
    tags: [...new Set(CALLS.map(({ group }) => group))].map((name) => ({ name })),
    paths: pathsOf(CALLS),
    components: {
      schemas: { ...jsonSchemas(INPUTS, "input"), ...jsonSchemas(ANSWERS, "output") },
      securitySchemes: {
        login: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("login"),
          description: "The cookie that a browser receives by logging in at /api/login.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token from the setting `API_TOKENS`, valid until the end of its last day.",
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
      // `format` suffices for date-times, and clients must tolerate fields added later.
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

function pathsOf(calls: Call[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call) };
  return paths;
}

function operationOf(call: Call): Operation {
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

const SECURITY: Record<Call["isFor"], Operation["security"]> = {
  everyone: [],
  login: [{ login: [] }],
  // The token is first, because generated clients use the first option for which they have a value.
  organisers: [{ token: [] }, { login: [] }],
};

function parametersOf({ method, path, query = {}, hasKey, hasPages, answer }: Call): Parameter[] {
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
  maxLength: KEY_LIMIT,
  pattern: '^(?:[\\w!#$%&\'*+.^`|~:/-]+|"[ !#-\\[\\]-~]+")$',
};
const LIMIT_RANGE_TEXT = `The largest number of items to return, up to ${numberText(MAX_PAGE_LIMIT)}.`;
const LIMIT_TEXT = `${LIMIT_RANGE_TEXT} Without it, all of them are returned.`;
const AFTER_TEXT = "The start of the page, taken from the `Link` of the previous page.";
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

const bodyOf = (body: NonNullable<Call["body"]>): Record<string, { schema: Schema }> =>
  body === "image" ? { "image/*": { schema: {} } } : { "application/json": { schema: refTo(body) } };

const ETAG = (description: string) => ({ ETag: { description, schema: { type: "string" } } });
const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };

function responsesOf(call: Call): Record<string, ResponseObject> {
  const { status, text, schema, isList, hasVersion } = call.answer;
  const shape = schema && (isList ? { type: "array", items: refTo(schema) } : refTo(schema));
  const isRead = call.method === "get";
  const problem = { content: { "application/json": { schema: refTo("Problem") } } };
  const headers = {
    ...(isRead ? ETAG("Send it back as `If-None-Match`.") : {}),
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
  for (const [code, description] of Object.entries(problemsOf(call))) {
    responses[code] = { description, ...(code === "429" ? { headers: RETRY_AFTER } : {}), ...problem };
  }
  responses.default = { description: "Any other error.", ...problem };
  return responses;
}
