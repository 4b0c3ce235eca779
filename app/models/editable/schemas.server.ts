import { z } from "zod";
import {
  type Field,
  type Fields,
  isWaived,
  type JsonOf,
  ofFields,
  publicOf,
  type ValuesOf,
} from "#app/models/editable/fields.ts";
import { NamedLink, namedLinks, shortWords } from "#app/models/text/links-and-tags.server.ts";
import {
  keptEmail,
  keptLine,
  line,
  optionalLine,
  optionalText,
  optionalWord,
  orEmpty,
} from "#app/models/text/text.server.ts";
import { TRACKS } from "#app/vocabulary/program.ts";

export const id = z.int().positive();
export const text = z.string();

/** Without tracks in the conference, accepts a missing value and returns ''. */
const trackTaken = (isOptional = false): z.ZodType => {
  if (isOptional) return optionalWord(TRACKS, "none");
  if (TRACKS.length > 0) return z.enum(TRACKS);
  return text.optional().transform(() => "");
};
export const moment = z.iso.datetime();

const shapeOf = (fields: Fields, schemaOf: (field: Field, name: string) => z.ZodType) =>
  ofFields(fields, (field, name) => {
    const schema = schemaOf(field, name);
    return field.note === undefined ? schema : schema.describe(field.note);
  });

export function inputOf<const All extends Fields>(
  fields: All,
  own: { [Name in keyof All]?: z.ZodType } = {},
) {
  const shape = shapeOf(fields, (field, name) => own[name] ?? takenBy(field));
  return z.object(shape) as unknown as z.ZodType<ValuesOf<All>>;
}

function takenBy(field: Field): z.ZodType {
  const { kind, isOptional } = field;
  if (kind === "line" && field.shown === "files") return keptLine(field.limit);
  if (kind === "line") return isOptional ? optionalLine(field.limit) : lineOf(field.limit, isWaived(field));
  if (kind === "email") return keptEmail;
  if (kind === "links") return namedLinks;
  if (kind === "tags") return shortWords;
  // An omitted choice gets the default in a new item and stays unchanged in an existing one.
  if (kind === "choice") return z.enum(field.choices).optional();
  if (kind === "text") return optionalText(field.limit);
  if (kind === "track") return trackTaken(isOptional);
  // Forms do not send an unchecked box. Images have a separate schema.
  return kind === "yesNo" ? z.boolean().nullish().transform(Boolean) : z.never();
}

const lineOf = (limit: number, mayBeBlank: boolean) => (mayBeBlank ? orEmpty(line(limit)) : line(limit));

export const answerOf = <const All extends Fields>(fields: All) =>
  z.object({
    id,
    ...shapeOf(publicOf(fields), givenBy),
    sortOrder: z.int().describe("The position among items of the same time or category."),
    createdAt: moment,
    updatedAt: moment,
  }) as unknown as z.ZodObject & z.ZodType<JsonOf<All>>;

function givenBy(field: Field): z.ZodType {
  const schema = givenByKind(field);
  return field.isOptional ? schema.nullable() : schema;
}

function givenByKind(field: Field): z.ZodType {
  if (field.kind === "yesNo") return z.boolean();
  if (field.kind === "choice") return z.enum(field.choices);
  if (field.kind === "links") return z.array(NamedLink);
  if (field.kind === "tags") return z.array(text);
  return field.kind === "track" && TRACKS.length > 0 ? z.enum(TRACKS) : text;
}
