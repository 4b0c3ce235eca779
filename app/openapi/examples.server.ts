// Examples for the API document, from the values in examples.json.
import type { z } from "zod";
import values from "#app/openapi/examples.json" with { type: "json" };

type Schema = z.core.JSONSchema.JSONSchema;
const VALUES: Record<string, unknown> = values;

/**
 * Returns a value that a schema allows, with the required fields and the conference's own questions.
 * Choices come from the schema, because each conference has its own. `owner` is the schema with this
 * field, or a parameter's format or type.
 */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, field = "", owner = ""): unknown {
  const { $ref, enum: choices, anyOf, type, items, properties, required } = schema;
  const name = $ref?.split("/").at(-1);
  if (name) return exampleOf(schemas[name] ?? {}, schemas, field || name, name);
  if (choices) return choices[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0] as Schema, schemas, field, owner);
  const given = [`${owner}.${field}`, field].find((key) => Object.hasOwn(VALUES, key));
  if (given) return VALUES[given];
  if (type === "array") return [exampleOf(items as Schema, schemas, field, owner)];
  if (type === "boolean") return false;
  if (type !== "object") return field;
  const isShown = (one: string) => one === "answers" || (required?.includes(one) ?? true);
  const shown = Object.entries(properties ?? {}).filter(([one]) => isShown(one));
  const fields = shown.map(([one, part]) => [one, exampleOf(part as Schema, schemas, one, owner)]);
  return Object.fromEntries(fields);
}
