// Schemas, responses, forms, list columns and pages are derived from each kind's table of fields.
import { type Conference, conference } from "#app/conference/conference.ts";
import { type NamedLink, TRACKS, type Track } from "#app/vocabulary/program.ts";

type Place = "list" | "dialog";
type Kinds = Record<"line" | "text" | "email" | "image", string> &
  Record<"tags", string[]> & { track: Track; yesNo: boolean; id: number; links: NamedLink[] };
type Private = "panel" | "files";

export type Field = {
  label: string;
  isOptional?: true;
  /** Where the field is shown. Forms omit "files" fields. */
  shown: Place | "everywhere" | Private;
  note?: string;
  /** The field's name in the conference file's list of optional fields. */
  waived?: Conference["optional"][number];
} & (
  | { kind: "line"; limit: number }
  | { kind: "text"; limit: number; isOptional: true }
  | { kind: "track" | "yesNo" | "image" | "id" }
  | { kind: "email" | "links" | "tags"; isOptional: true }
  | { kind: "choice"; choices: readonly [string, ...string[]] }
);
export type Fields = Record<string, Field>;

export const PANEL_ONLY_NOTE = "Only organisers and their tokens read it.";
/** The item's id in the system that an imported list came from. */
export const EXTERNAL_ID = {
  label: "External ID",
  kind: "line",
  limit: 200,
  isOptional: true,
  shown: "files",
  note: PANEL_ONLY_NOTE,
} as const satisfies Field;

export const isWaived = ({ waived }: Field) => waived !== undefined && conference.optional.includes(waived);

export const listFormFields = (fields: Fields): [name: string, field: Field][] =>
  Object.entries(fields).filter(([, { kind }]) => kind !== "track" || TRACKS.length > 0);

type ValueOf<One extends Field> =
  | (One extends { choices: readonly string[] } ? One["choices"][number] : Kinds[One["kind"] & keyof Kinds])
  | (One["isOptional"] extends true ? null : never);
export type ValuesOf<All extends Fields> = { [Name in keyof All]: ValueOf<All[Name]> };

type Kept = { id: number; sortOrder: number; createdAt: string; updatedAt: string };
type Public<All extends Fields> = {
  [Name in keyof All as All[Name]["shown"] extends Private ? never : Name]: All[Name];
};
export type JsonOf<All extends Fields> = ValuesOf<Public<All>> & Kept;

export const pickPublicFields = <const All extends Fields>(fields: All) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { shown }]) => shown !== "panel" && shown !== "files"),
  ) as Public<All>;

/** Kinds of field that page data omits, to save bytes, if the value is empty or the default. */
type Sparse = "links" | "tags" | "choice";
const isOmitted = (field: Field, value: unknown) =>
  field.kind === "choice" ? value === field.choices[0] : OMITTED_IF_NULL.has(field.kind) && value === null;
const OMITTED_IF_NULL = new Set<string>(["links", "tags"] satisfies Sparse[]);

type NamesIn<Where extends Place, All extends Fields> = keyof {
  [Name in keyof All as All[Name]["shown"] extends Where | "everywhere" ? Name : never]: Name;
};
export type ShownFields<Where extends Place, All extends Fields> = { id: number } & {
  [Name in NamesIn<Where, All> as All[Name]["kind"] extends Sparse ? never : Name]: ValueOf<All[Name]>;
} & {
  [Name in NamesIn<Where, All> as All[Name]["kind"] extends Sparse ? Name : never]?: ValueOf<All[Name]>;
};

export function pickShownFields<Where extends Place, const All extends Fields>(
  place: Where,
  fields: All,
  row: { id: number } & ValuesOf<All>,
) {
  const here = Object.entries(fields).filter(([, { shown }]) => shown === place || shown === "everywhere");
  const values = here.flatMap(([name, field]) => (isOmitted(field, row[name]) ? [] : [[name, row[name]]]));
  return Object.fromEntries([["id", row.id], ...values]) as ShownFields<Where, All>;
}

/** Returns the facts of an item except those in `placed`, for which pages have a place of their own. */
export const listOtherFacts = (fields: Fields, item: Record<string, unknown>, placed: readonly string[]) =>
  Object.entries(fields).flatMap(([name, { label, kind }]) => {
    const value = item[name];
    if (placed.includes(name) || !value) return [];
    return [{ label, text: kind === "yesNo" ? "Yes" : fieldText(value) }];
  });

export function mapFields<const All extends Fields, T>(fields: All, of: (field: Field, name: string) => T) {
  const values = Object.entries(fields).map(([name, field]) => [name, of(field, name)]);
  return Object.fromEntries(values) as Record<keyof All & string, T>;
}

/** Converts a value to text for forms and files: one link per line, tags separated by commas. */
export const fieldText = (value: unknown): string =>
  Array.isArray(value)
    ? value.some((one) => typeof one === "object")
      ? value.map(({ label, href }: NamedLink) => `${label} ${href}`).join("\n")
      : value.join(", ")
    : String(value ?? "");

export type EditableWords = {
  noun: string;
  /** Path segment: `/admin/{path}` is the screen, and `/api/admin/{path}` is the API. */
  path: string;
  labels: Record<string, string>;
  connectedTo?: string;
};

export const screenPath = ({ path }: Pick<EditableWords, "path">): string => `/admin/${path}`;

export type HistoryWords = {
  labels?: Record<string, string>;
  texts?: Record<string, (label: string) => string>;
  /** True if each text already names its subject. */
  includesSubject?: boolean;
};

/** A deletion, import or correction that the screen offers to undo. */
export type Undoable = {
  id: number;
  /** Null for an item without a card on the page. */
  subjectId: number | null;
  label: string;
  actor: string;
  until: string;
};
