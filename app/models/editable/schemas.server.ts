import { z } from "zod";
import {
  EXTERNAL_ID,
  type Field,
  type Fields,
  isWaived,
  type JsonOf,
  mapFields,
  pickPublicFields,
  type ValuesOf,
} from "#app/models/editable/fields.ts";
import { NamedLink, namedLinksSchema, tagsSchema } from "#app/models/text/links-and-tags.server.ts";
import {
  omittableEmail,
  omittableLine,
  optionalLine,
  optionalText,
  optionalWord,
  orEmptyString,
  requiredLine,
} from "#app/models/text/text.server.ts";
import { TRACKS } from "#app/vocabulary/program.ts";

export const idSchema = z.int().positive();
export const textSchema = z.string();
export const ExternalIdOfPath = z.object({ externalId: requiredLine(EXTERNAL_ID.limit) });

/** If the conference has no tracks, accepts a missing value and returns ''. */
const trackTaken = (isOptional = false): z.ZodType => {
  if (isOptional) return optionalWord(TRACKS, "none");
  if (TRACKS.length > 0) return z.enum(TRACKS);
  return textSchema.optional().transform(() => "");
};
export const momentSchema = z.iso.datetime();
export const momentInZone = z.iso.datetime({ offset: true });

const shapeOf = (fields: Fields, schemaOf: (field: Field, name: string) => z.ZodType) =>
  mapFields(fields, (field, name) => {
    const schema = schemaOf(field, name);
    return field.note === undefined ? schema : schema.describe(field.note);
  });

export function createInputSchema<const All extends Fields>(
  fields: All,
  own: { [Name in keyof All]?: z.ZodType } = {},
) {
  const shape = shapeOf(fields, (field, name) => own[name] ?? takenBy(field));
  return z.object(shape) as unknown as z.ZodType<ValuesOf<All>>;
}

function takenBy(field: Field): z.ZodType {
  const { kind, isOptional } = field;
  if (kind === "line" && field.shown === "files") return omittableLine(field.limit);
  if (kind === "line") return isOptional ? optionalLine(field.limit) : lineOf(field.limit, isWaived(field));
  if (kind === "email") return omittableEmail;
  if (kind === "links") return namedLinksSchema;
  if (kind === "tags") return tagsSchema;
  // An omitted choice gets the default in a new item and stays unchanged in an existing one.
  if (kind === "choice") return z.enum(field.choices).optional();
  if (kind === "text") return optionalText(field.limit);
  if (kind === "track") return trackTaken(isOptional);
  if (kind === "id") return idSchema;
  // Responses omit it, so a request made from a response must not change it.
  if (kind === "yesNo" && field.shown === "panel") return z.boolean().nullish().transform(orOmitted);
  // Forms omit unchecked boxes. Images have a separate schema.
  return kind === "yesNo" ? z.boolean().nullish().transform(Boolean) : z.never();
}

const orOmitted = (value: boolean | null | undefined) => value ?? undefined;

const lineOf = (limit: number, mayBeBlank: boolean) =>
  mayBeBlank ? orEmptyString(requiredLine(limit)) : requiredLine(limit);

/** With all fields, also those that only organisers and their tokens read. */
export const createFullSchema = (fields: Fields): z.ZodObject =>
  z.object({
    id: idSchema,
    ...shapeOf(fields, givenBy),
    sortOrder: z.int().describe("The item’s position among those with the same time or category."),
    createdAt: momentSchema,
    updatedAt: momentSchema,
  });

export const createResponseSchema = <const All extends Fields>(fields: All) =>
  createFullSchema(pickPublicFields(fields)) as unknown as z.ZodObject & z.ZodType<JsonOf<All>>;

/** Returns the fields of `answer` from the values of a row. */
export const toAnswer = (answer: z.ZodObject, values: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(answer.shape).map((name) => [name, jsonOf(values[name])]));

const jsonOf = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));

function givenBy(field: Field): z.ZodType {
  const schema = givenByKind(field);
  return field.isOptional ? schema.nullable() : schema;
}

function givenByKind(field: Field): z.ZodType {
  if (field.kind === "yesNo") return z.boolean();
  if (field.kind === "id") return idSchema;
  if (field.kind === "choice") return z.enum(field.choices);
  if (field.kind === "links") return z.array(NamedLink);
  if (field.kind === "tags") return z.array(textSchema);
  return field.kind === "track" && TRACKS.length > 0 ? z.enum(TRACKS) : textSchema;
}
