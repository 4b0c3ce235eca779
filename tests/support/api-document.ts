import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import type { getApiDocument, Operation, Schema } from "#app/openapi/document.server.ts";
import type { App } from "./app.ts";

export type Document = ReturnType<typeof getApiDocument>;
export type Call = Operation & { method: string; path: string };
export type ApiDocument = Awaited<ReturnType<typeof readApiDocument>>;

/** Reads a site's API document: its calls, and functions that compare requests and responses with it. */
export async function readApiDocument(app: Pick<App, "fetch">) {
  const document: Document = await (await app.fetch("/api/openapi.json")).json();
  const calls: Call[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, call]) => ({ ...call, path, method: name.toUpperCase() })),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(withoutOtherFields(document), "document");
  const shapes = new Map<Schema, ValidateFunction>();

  function validatorOf(schema: Schema): ValidateFunction {
    const known = shapes.get(schema);
    if (known) return known;
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
    const made = ajv.compile(local);
    shapes.set(schema, made);
    return made;
  }

  /** Asserts that the document describes this response. Returns its body. */
  async function check({ operationId, responses }: Call, response: Response): Promise<unknown> {
    const told = responses[response.status] ?? responses.default;
    const what = `${operationId}: ${response.status}`;
    if (response.status < 400) expect(Object.keys(responses), what).toContain(String(response.status));
    for (const [name, { required }] of Object.entries(told?.headers ?? {}))
      if (required !== false) expect(response.headers.has(name), what).toBe(true);
    const text = await response.text();
    const [type = "", { schema } = {}] = Object.entries(told?.content ?? {})[0] ?? [];
    if (!schema) {
      expect(text, what).toBe("");
      return null;
    }
    expect(response.headers.get("Content-Type")?.split(";")[0], what).toBe(type);
    if (type.startsWith("text/")) return text;
    const body: unknown = JSON.parse(text);
    const isValid = validatorOf(schema);
    expect(isValid(body) ? [] : isValid.errors, what).toEqual([]);
    return body;
  }

  return { document, calls, validatorOf, check };
}

/** Makes additional fields invalid, although the document allows them. */
function withoutOtherFields(value: Document): Document {
  const copy = structuredClone(value);
  for (const schema of Object.values(copy.components.schemas)) {
    if (schema.properties) Object.assign(schema, { additionalProperties: false });
  }
  return copy;
}
