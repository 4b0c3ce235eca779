// Prepares the calls and the schemas for /api/docs. Omits what the introduction says of every call.

import { cookieName } from "#app/http/site-cookies.server.ts";
import { API_CALLS, type ApiCall, errorResponses, rightFor } from "#app/openapi/calls.server.ts";
import { getApiDocument, type Operation, parametersOf, type Schema } from "#app/openapi/document.server.ts";
import { env } from "#app/platform/env.server.ts";
import { numberText } from "#app/platform/text.ts";

export type DocumentedField = ReturnType<typeof fieldOf>;
export type DocumentedCall = ReturnType<typeof documentCall>;

export function documentApi() {
  const { info, tags, components } = getApiDocument();
  return {
    version: info.version,
    introduction: info.description.split("\n\n"),
    groups: tags.map(({ name }) => ({
      name,
      calls: API_CALLS.filter(({ group }) => group === name).map(documentCall),
    })),
    shapes: Object.entries(components.schemas).map(
      ([name, { description = "", properties = {}, required }]) => ({
        name,
        text: description,
        fields: Object.entries(properties).map(([field, schema]) =>
          fieldOf(field, schema, required?.includes(field) ?? false),
        ),
      }),
    ),
  };
}

function accessOf(call: ApiCall): { who: string; curl: string } {
  const right = rightFor(call);
  const who = `Organisers, with a login${right ? `, or a token with the right ${right}` : ""}`;
  if (right) return { who, curl: '-H "Authorization: Bearer $TOKEN"' };
  if (call.isFor === "login") return { who, curl: `-b "${cookieName("login")}=$LOGIN"` };
  return { who: "Everyone", curl: "" };
}

function documentCall(call: ApiCall) {
  const { status, text, schema = "", isList } = call.answer;
  const operation = getApiDocument().paths[call.path]?.[call.method];
  const errors = Object.entries(errorResponses(call)).map(([code, text]) => ({
    status: code,
    text,
    type: schema === "Calendar" ? "text" : "Problem",
  }));
  return {
    id: call.id,
    method: call.method.toUpperCase(),
    path: call.path,
    summary: operation?.summary ?? "",
    description: operation?.description ?? "",
    curl: operation ? curlLine(call, operation) : "",
    who: accessOf(call).who,
    parameters: parametersOf(call)
      .filter(({ name }) => name !== "If-None-Match")
      .map(({ name, in: place, required, description = "", schema }) =>
        fieldOf(name, { ...schema, description: `In the ${place}. ${description}`.trim() }, required),
      ),
    /** Name of a schema, or a media type. */
    body: call.body === "image" ? "image/*" : (call.body ?? ""),
    answers: [{ status: String(status), text, type: isList ? `list of ${schema}` : schema }, ...errors],
  };
}

/** A command for a shell. Its variables stand for what only the reader has, such as a token. */
function curlLine(call: ApiCall, { parameters, requestBody }: Operation): string {
  const { method, path, body } = call;
  const examples = new Map(parameters.map(({ name, example }) => [name, example]));
  const address = env.SITE_ORIGIN + path.replaceAll(/\{(\w+)\}/g, (_, name) => String(examples.get(name)));
  const json = JSON.stringify(requestBody?.content["application/json"]?.example)?.replaceAll("'", "'\\''");
  return [
    method === "get" ? "curl" : `curl -X ${method.toUpperCase()}`,
    body === "image" ? '"$UPLOAD_URL" --data-binary @photo.jpg' : address,
    accessOf(call).curl,
    json && `-H "Content-Type: application/json" -d '${json}'`,
  ]
    .filter(Boolean)
    .join(" ");
}

function fieldOf(name: string, schema: Schema | boolean, isRequired: boolean) {
  const { description, maxLength, anyOf = [] } = typeof schema === "object" ? schema : {};
  const most = maxLength ?? anyOf.find((one) => one.maxLength !== undefined)?.maxLength;
  const limit = most === undefined ? "" : `At most ${numberText(most)} characters.`;
  return { name, type: typeOf(schema), isRequired, note: [description, limit].filter(Boolean).join(" ") };
}

/** Describes a type in words: `list of Session`, `text or null`, `"b2c" or "b2b"`. */
function typeOf(schema: unknown): string {
  const { $ref, type = "anything", format, enum: words, anyOf, items } = schema as Schema;
  if ($ref) return $ref.split("/").at(-1) ?? "";
  if (words) return words.map((word) => JSON.stringify(word)).join(" or ");
  // Different kinds of text are all called 'text'. The field's note distinguishes them.
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (type === "array") return `list of ${typeOf(items ?? {})}`;
  const text = format === "date-time" ? "date-time" : "text";
  return [type].flat().join(" or ").replace("string", text);
}
