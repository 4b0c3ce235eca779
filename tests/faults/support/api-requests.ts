// Requests made from the site's API document: valid ones, and ones with something wrong.
import fc from "fast-check";
import type { Schema } from "#app/openapi/document.server.ts";
import type { ApiDocument, Call } from "../../support/api-document.ts";
import { jsonBytes, oddHeaders, oddId, oddText } from "./odd-values.ts";

/** Who sends a request: a token with this right, an invalid token, or a login of an organiser. */
export type Sender = "full" | "read" | "public" | "unknown" | "ended" | "none" | "login" | "elsewhere";

export type ApiRequest = {
  call: Call;
  method: string;
  /** Values by the name of the parameter in the path. */
  ids: Record<string, string>;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  sender: Sender;
  type: string;
  body: Uint8Array | null;
};

const often = <T>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });

/** Texts of which at least one matches each schema of a text in the document. */
const TEXTS = [
  ...[
    "a",
    "Zara Quill",
    "Żółć 日本",
    "O’Brien, Jr.",
    "محمد",
    "𠮷",
    "e\u0301",
    "👩‍👩‍👧",
    "9:00 AM - 10:00 AM",
    "TBA",
  ],
  ...[
    "noor@example.com",
    "a+b@EXAMPLE.com",
    "https://example.com/a?b=c",
    "1-1",
    "0400 555 010",
    "Line\r\nline",
  ],
  ...["/portraits/mei-tanaka-wills.svg", '"0b8f6a3e"', "key", "", " ", "2026-02-28T09:00:00.000Z"],
];

const SENDERS: Sender[] = ["read", "public", "unknown", "ended", "none", "login", "login", "elsewhere"];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT"];
const TYPES = ["text/plain", "application/JSON ; charset=x", "multipart/form-data", "application/xml", ""];
const VERSIONS = ["current", '"2020-01-01T00:00:00.000Z"', "*", "2020", 'W/"x"', '"ä"', '"'];

/** Requests to all calls. `images` are bodies for calls that take no JSON. */
export function requestsOf({ document, calls, validatorOf }: ApiDocument, images: Uint8Array[]) {
  // Calls with a body can be wrong in more ways.
  return fc.oneof(...calls.map((call) => ({ weight: call.requestBody ? 3 : 1, arbitrary: requestTo(call) })));

  function requestTo(call: Call): fc.Arbitrary<ApiRequest> {
    const parameters = call.parameters.map(({ schema, ...rest }) => ({ ...rest, schema: schema as Schema }));
    const declared = (place: string) => parameters.filter((one) => one.in === place);
    // Images are read from the address to which they were uploaded, which is not in the document.
    const methods = METHODS.filter((one) => call.path.startsWith("/api/") || !/GET|HEAD/.test(one));
    const others = calls.filter((one) => one !== call && one.path === call.path);
    const taken = [call, ...others].map((one) => one.method);
    if (others.some((one) => one.method === "GET")) taken.push("HEAD");
    const undeclared = methods.filter((one) => !taken.includes(one));
    const type = call.requestBody ? "application/json" : "";
    // Shortens the report of a failure.
    const named = Object.assign(call, { [fc.toStringMethod]: () => call.operationId });
    return fc.record<ApiRequest>({
      call: fc.constant(named),
      method: often(15, fc.constant(call.method), fc.constantFrom(...undeclared)),
      ids: fc.record(
        Object.fromEntries(
          declared("path").map(({ name, schema }) => [
            name,
            often(8, textOf(schema), oddId).filter(isSegment),
          ]),
        ),
      ),
      query: fc
        .tuple(
          ...declared("query").map(({ name, schema, required }) =>
            pair(name, textOf(schema), { isRequired: required }),
          ),
        )
        .chain((pairs) =>
          often(
            9,
            fc.constant(pairs.flat()),
            fc.tuple(briefText, briefText).map((more) => [...pairs.flat(), more]),
          ),
        ),
      headers: often(
        15,
        fc.tuple(...declared("header").map(headerOf)).map((pairs) => pairs.flat()),
        oddHeaders,
      ),
      sender: often(2, fc.constant("full"), fc.constantFrom(...SENDERS)),
      type: often(12, fc.constant(type), fc.constantFrom(...TYPES)),
      body: bodyOf(call),
    });
  }

  function bodyOf({ requestBody }: Call): fc.Arbitrary<Uint8Array | null> {
    if (!requestBody) return often(9, fc.constant(null), fc.constant(utf8("{}")));
    const { schema } = requestBody.content["application/json"] ?? {};
    if (!schema) return often(3, fc.constantFrom(...images), fc.uint8Array({ maxLength: 60 }));
    const fields = fieldsOf(schema);
    return often(
      2,
      validFor(schema).map((value) => utf8(JSON.stringify(value))),
      jsonBytes(fields),
    );
  }

  function resolve(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1) ?? "";
    return document.components.schemas[name] ?? schema;
  }

  function fieldsOf(schema: Schema): Record<string, fc.Arbitrary<unknown>> {
    const fields = Object.entries(resolve(schema).properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, validFor(field as Schema)]));
  }

  /** Values that match a schema. */
  function validFor(schema: Schema): fc.Arbitrary<unknown> {
    const { enum: words, anyOf, type, items, maxItems = 3, required = [], ...rest } = resolve(schema);
    if (words) return fc.constantFrom<unknown>(...words);
    if (anyOf) return fc.oneof(...anyOf.map((one) => way({ ...rest, ...(one as Schema) })));
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => way({ ...rest, type: one })));
    if (type === "array") return fc.array(validFor(items as Schema), { maxLength: Math.min(maxItems, 3) });
    if (type === "object") return fc.record(fieldsOf(schema), { requiredKeys: required });
    if (type === "boolean") return fc.boolean();
    if (type === "null") return fc.constant(null);
    if (type === "integer")
      return fc.integer({ min: rest.minimum ?? 1, max: Math.min(rest.maximum ?? 20, 20) });
    if (rest.format === "uuid") return fc.uuid();
    return validText({ type, ...rest });
  }

  function way(schema: Schema) {
    return { weight: schema.type === "null" ? 1 : 3, arbitrary: validFor(schema) };
  }

  /** Texts that match a schema. Every third is as long as the schema allows. */
  function validText(schema: Schema): fc.Arbitrary<string> {
    const { maxLength = 300 } = schema;
    const long = ["x", "é", "𠮷", "e\u0301"].map((one) =>
      [...one.repeat(maxLength)].slice(0, maxLength).join(""),
    );
    const [short, longest] = [TEXTS, long].map((texts) => texts.filter((text) => validatorOf(schema)(text)));
    if (!short?.length) throw new Error(`Add a text for the schema ${JSON.stringify(schema)}`);
    return longest?.length
      ? often(2, fc.constantFrom(...short), fc.constantFrom(...longest))
      : fc.constantFrom(...short);
  }

  function textOf(schema: Schema): fc.Arbitrary<string> {
    return validFor(schema).map(String);
  }

  function headerOf({ name, schema }: { name: string; schema: Schema }) {
    const isVersion = name.startsWith("If-");
    if (isVersion) return pair(name, fc.constantFrom(...VERSIONS), { odd: oddHeaderText });
    const key = fc.uuid().map((id) => `"${id}"`);
    return pair(name, fc.oneof(key, textOf(schema)), { odd: oddHeaderText });
  }
}

/** A pair, which is sometimes left out, seldom if it is required. Its value is sometimes odd. */
const pair = (name: string, value: fc.Arbitrary<string>, { isRequired = false, odd = briefText } = {}) =>
  often<[string, string][]>(
    isRequired ? 9 : 1,
    often(4, value, odd).map((chosen) => [[name, chosen]]),
    fc.constant([]),
  );

/** Node refuses more than 16 kB of address and headers (431). */
const briefText = oddText.filter((text) => text.length <= 500);

/** Without line ends and what Node does not send. */
const oddHeaderText = briefText.map((value) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").trim());

/**
 * Without values that make another path, characters that the site accepts in no address (400), and
 * punctuation at the end, which leads to the address without it (302).
 */
const isSegment = (value: string) =>
  value.length <= 500 && !/^(\.{0,2}|\s+)$|[\\\p{Cc}\p{Zl}\p{Zp}]|[.,;:!)\]'>"“”]$/u.test(value);

const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
