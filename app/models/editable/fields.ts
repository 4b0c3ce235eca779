// Schemas, answers, forms, columns of lists and pages follow from a thing's table of fields.
import { conference } from "#app/conference/conference.ts";
import type { OptionalField } from "#app/conference/types.ts";
import { TRACKS, type Track } from "#app/vocabulary/program.ts";

type Place = "list" | "dialog";
type Kinds = { line: string; text: string; track: Track; yesNo: boolean; image: string };

export type Field = {
  label: string;
  isOptional?: true;
  /** Where the landing page has it. */
  shown: Place | "everywhere";
  note?: string;
  /** Blank where the conference file does not require it. */
  waived?: OptionalField;
} & (
  | { kind: "line"; limit: number }
  | { kind: "text"; limit: number; isOptional: true }
  | { kind: "track" | "yesNo" | "image" }
);
export type Fields = Record<string, Field>;

export const isWaived = ({ waived }: Field): boolean =>
  waived !== undefined && conference.optional.includes(waived);

/** Without tracks no field asks for one. */
export const askedFields = (fields: Fields): [name: string, field: Field][] =>
  Object.entries(fields).filter(([, { kind }]) => kind !== "track" || TRACKS.length > 0);

type ValueOf<One extends Field> = Kinds[One["kind"]] | (One["isOptional"] extends true ? null : never);
export type ValuesOf<All extends Fields> = { [Name in keyof All]: ValueOf<All[Name]> };

type Kept = { id: number; sortOrder: number; createdAt: string; updatedAt: string };
export type JsonOf<All extends Fields> = ValuesOf<All> & Kept;

export type ShownIn<Where extends Place, All extends Fields> = { id: number } & {
  [Name in keyof All as All[Name]["shown"] extends Where | "everywhere" ? Name : never]: ValueOf<All[Name]>;
};

export function shownIn<Where extends Place, const All extends Fields>(
  place: Where,
  fields: All,
  row: { id: number } & ValuesOf<All>,
) {
  const here = Object.entries(fields).filter(([, { shown }]) => shown === place || shown === "everywhere");
  const values = here.map(([name]) => [name, row[name]]);
  return Object.fromEntries([["id", row.id], ...values]) as ShownIn<Where, All>;
}

export function ofFields<const All extends Fields, T>(fields: All, of: (field: Field, name: string) => T) {
  const values = Object.entries(fields).map(([name, field]) => [name, of(field, name)]);
  return Object.fromEntries(values) as Record<keyof All & string, T>;
}
