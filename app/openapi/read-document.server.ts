// Prepares the OpenAPI document for display: calls by group, and shapes with their fields.
import type { getApiDocument, Operation, Schema } from "#app/openapi/document.server.ts";
import { numberText } from "#app/vocabulary/number-text.ts";

export type DocumentedField = { name: string; type: string; isRequired: boolean; note: string };
export type DocumentedCall = {
  id: string;
  method: string;
  path: string;
  summary: string;
  who: string;
  parameters: DocumentedField[];
  /** Name of a shape, or a media type. */
  body: string | null;
  answers: { status: string; text: string; type: string | null }[];
};
type ReadGroup = { name: string; calls: DocumentedCall[] };
type Shape = { name: string; text: string; fields: DocumentedField[] };

/** Omits facts that the introduction states for every call. */
export function readDocument({ info, servers, tags, paths, components }: ReturnType<typeof getApiDocument>) {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      tags: operation.tags,
      call: readCall(method, path, operation),
    })),
  );
  return {
    title: info.title,
    version: info.version,
    introduction: info.description.split("\n\n"),
    origin: servers[0]?.url ?? "",
    groups: tags.map(
      ({ name }): ReadGroup => ({
        name,
        calls: calls.filter(({ tags }) => tags.includes(name)).map(({ call }) => call),
      }),
    ),
    shapes: Object.entries(components.schemas).map(
      ([name, schema]): Shape => ({ name, text: schema.description ?? "", fields: fieldsOf(schema) }),
    ),
  };
}

const COMMON_STATUSES = new Set(["304", "default"]);

function readCall(method: string, path: string, operation: Operation): DocumentedCall {
  const { parameters = [], requestBody, responses } = operation;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    who: accessText(operation.security),
    parameters: parameters
      .filter(({ name }) => name !== "If-None-Match")
      .map(({ name, in: where, required, description = "", schema }) => ({
        name,
        type: typeOf(schema),
        isRequired: required,
        note: [`In the ${where}.`, description].join(" ").trim(),
      })),
    body: requestBody ? bodyOf(requestBody.content) : null,
    answers: Object.entries(responses)
      .filter(([status]) => !COMMON_STATUSES.has(status))
      .map(([status, { description, content }]) => {
        const schema = content?.["application/json"]?.schema;
        return { status, text: description, type: schema ? typeOf(schema) : null };
      }),
  };
}

const bodyOf = (content: Record<string, { schema: Schema }>): string =>
  content["application/json"] ? typeOf(content["application/json"].schema) : (Object.keys(content)[0] ?? "");

function accessText(security: Operation["security"]): string {
  if (security.length === 0) return "Everyone";
  return security.some((way) => "token" in way)
    ? "Organisers, with a login or a token"
    : "Organisers, with a login";
}

function fieldsOf({ properties = {}, required = [] }: Schema): DocumentedField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name),
    note: [schema.description, longest(schema)].filter(Boolean).join(" "),
  }));
}

function longest({ maxLength, anyOf = [] }: Schema): string {
  const most = maxLength ?? anyOf.find((one) => one.maxLength !== undefined)?.maxLength;
  return most === undefined ? "" : `At most ${numberText(most)} characters.`;
}

/** Describes a type in words: `list of Session`, `text or null`, `"b2c" or "b2b"`. */
function typeOf({ $ref, type, format, enum: words, anyOf, items }: Schema): string {
  if ($ref) return $ref.split("/").at(-1) ?? "";
  if (words) return words.map((word) => JSON.stringify(word)).join(" or ");
  // Different kinds of text are all called 'text'. The field's note distinguishes them.
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (type === "array") return `list of ${items ? typeOf(items) : "anything"}`;
  const plain = [type ?? "anything"].flat().map((one) => (one === "string" ? "text" : one));
  return format === "date-time" ? plain.join(" or ").replace("text", "date-time") : plain.join(" or ");
}
