// The columns of imported and exported lists.
import type { z } from "zod";
import { type Field, type Fields, fieldText, isWaived, listFormFields } from "#app/models/editable/fields.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import { KNOWN_HEADINGS } from "#app/models/import/known-headings.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { passName, passOptions, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import {
  SESSION_TYPES,
  sessionTypeName,
  shortTrackName,
  TRACKS,
  trackColumnHeading,
  trackName,
} from "#app/vocabulary/program.ts";
import {
  DELEGATE_FIELDS,
  type DelegateField,
  getAnswerText,
  mapDelegateFields,
  mayBeBlank,
  REGISTRATION_FIELDS,
  type Registration,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
} from "#app/vocabulary/registration.ts";

export type Column = {
  field: string;
  heading: string;
  /** Allowed cell values, as written by exports. */
  choices?: readonly string[];
  /** Returns the input for the schema, or undefined if the cell cannot be used (see `unread`). */
  read(cell: string): unknown;
  unread?: string;
  write(row: Record<string, unknown>): string;
  /** Set if the column is not exported: "beside" if it creates connections. */
  isOnlyRead?: true | "beside";
};

export type Columns = {
  /** A row with a value in this column changes an existing item. `noun` is used in messages. */
  key: { heading: string; noun: string };
  columns: Column[];
  required: readonly string[];
  name: string;
  /** A row without a key duplicates an existing item if these values match. */
  sameBy: readonly string[];
  /** A row from another tool's list updates the item that has the same values in these fields. */
  foundBy: readonly string[];
  elsewhere: Readonly<Record<string, readonly string[]>>;
};

/** Matches what spreadsheets in any language show for a failed formula or a narrow column. */
const LOST = /^(?:#(?:#+|NV|YOK|GETTING_DATA|\p{Lu}\/\p{Lu}|[^\d\p{Ll}]+(?:\/0)?[!?])|Err:\d{3})$/u;
const asText = (cell: string) => (LOST.test(cell.trim()) ? undefined : cell);
/** Replaces line breaks and tabs with spaces. */
const asLine = (cell: string) =>
  asText(cell)
    ?.replace(/[\t-\r\u0085\u2028\u2029]+/g, " ")
    .trim();

type Ways = Partial<Pick<Column, "choices" | "read" | "unread" | "isOnlyRead">> & {
  write?: (value: unknown) => string;
};
export const createColumn = (
  field: string,
  heading: string,
  { write = fieldText, ...ways }: Ways = {},
): Column => ({
  field,
  heading,
  read: asLine,
  ...ways,
  write: (row) => write(row[field]),
});

const EXTERNAL_ID = createColumn("externalId", "External ID", {
  isOnlyRead: true,
  read: (cell) => asLine(cell) || undefined,
});
const beside = (field: string, heading: string) => createColumn(field, heading, { isOnlyRead: "beside" });

/** Finds the value that a cell names, ignoring case, spacing and punctuation. */
const wordIn =
  <Word extends string>(words: readonly Word[], namesOf: (word: Word) => string[]) =>
  (cell: string): string => {
    const matchesCell = (name: string) => normaliseHeading(name) === normaliseHeading(cell);
    return words.find((word) => matchesCell(word) || namesOf(word).some(matchesCell)) ?? cell;
  };

const readTrack = wordIn(TRACKS, (track) => [
  trackName(track),
  shortTrackName(track),
  trackColumnHeading(track),
]);
const TRACK = {
  choices: TRACKS.map(trackName),
  read: readTrack,
  write: (value: unknown) => (value ? trackName(String(value)) : ""),
};

const readType = (cell: string | undefined) =>
  cell && wordIn(SESSION_TYPES, (type) => [sessionTypeName(type)])(cell.toLowerCase());

const trackOr = (none: string) => (cell: string) =>
  cell.trim().toLowerCase() === none ? "" : readTrack(cell);

const YES_NO = {
  choices: ["yes", "no"],
  read: (cell: string) => {
    const said = cell.trim().toLowerCase();
    if (["yes", "y", "true", "1", "x", "on"].includes(said)) return true;
    // The schema rejects any other word.
    return ["", "no", "n", "false", "0", "off"].includes(said) ? false : cell;
  },
  write: (value: unknown) => (value ? "yes" : "no"),
};

const KINDS: Record<Field["kind"], Ways> = {
  line: {},
  text: { read: asText },
  email: {},
  links: { read: asText },
  tags: {},
  // A blank cell counts as omitted.
  choice: { read: (cell) => cell.trim().toLowerCase() || undefined },
  track: TRACK,
  yesNo: YES_NO,
  id: {},
  // Reads only paths on this site, as exported. The site shows no images from other sites.
  image: {
    read: (cell) => (/^\s*(?:[^\s/]|\/\/)/.test(cell) ? undefined : cell),
    unread: "upload images in the speaker forms",
  },
};

const choicesOf = (field: Field) => (field.kind === "choice" ? { choices: field.choices } : {});

type Named = Pick<Columns, "name" | "sameBy" | "foundBy" | "elsewhere">;

export const columnsOf = <const All extends Fields>(
  fields: All,
  { own = {}, more = [], ...names }: Named & { own?: { [Name in keyof All]?: Ways }; more?: Column[] },
): Columns => ({
  key: { heading: "ID", noun: "ID" },
  columns: [
    ...listFormFields(fields).map(([name, field]) =>
      createColumn(name, field.label, own[name] ?? { ...KINDS[field.kind], ...choicesOf(field) }),
    ),
    ...more,
  ],
  required: listFormFields(fields).flatMap(([name, field]) =>
    field.isOptional || ["yesNo", "choice"].includes(field.kind) || isWaived(field) ? [] : name,
  ),
  ...names,
});

export const SPEAKER_COLUMNS = columnsOf(SPEAKER_FIELDS, {
  name: "name",
  sameBy: ["name", "company"],
  foundBy: ["name"],
  elsewhere: KNOWN_HEADINGS.speaker,
});

export const PROGRAM_COLUMNS = columnsOf(PROGRAM_SESSION_FIELDS, {
  name: "title",
  sameBy: ["title", "time", "track"],
  foundBy: ["title", "track"],
  elsewhere: KNOWN_HEADINGS.session,
  more: [beside("speakers", "Speakers"), beside("speakerIds", "Speaker IDs")],
  own: {
    type: { choices: SESSION_TYPES, read: (cell) => readType(asLine(cell)) },
    track: { ...TRACK, choices: [...TRACK.choices, "none"], read: trackOr("none") },
  },
});

/** Matches a phone number that a spreadsheet converted to scientific notation. */
const POWER = /^\s*[+-]?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/i;

const ANSWER_KINDS: Partial<Record<DelegateField["kind"], Ways>> = {
  text: { read: asText },
  phone: { read: (cell) => (POWER.test(cell) ? undefined : asLine(cell)?.replace(/^(\d+)[.,]00?$/, "$1")) },
  pass: {
    choices: passOptions().map(({ label }) => label),
    read: wordIn(REGISTRATION_TYPES, (type) => [passName(type)]),
  },
  track: { choices: [...TRACK.choices, "not specified"], read: trackOr("not specified") },
};

const answer = (field: RegistrationField): Column => ({
  ...createColumn(field, DELEGATE_FIELDS[field].label, ANSWER_KINDS[DELEGATE_FIELDS[field].kind]),
  write: (row) => getAnswerText(row as Registration, field) ?? "",
});

const STATUS = createColumn("status", "Status", {
  choices: DELEGATE_STATUSES,
  // A blank cell leaves the status unchanged; a new delegate is pending.
  read: (cell) => cell.trim().toLowerCase() || undefined,
  write: (status) => String(status ?? "pending"),
});

export const DELEGATE_COLUMNS: Columns = {
  key: { heading: "Reference", noun: "reference" },
  columns: [
    answer("registrationType"),
    STATUS,
    ...SHOWN_REGISTRATION_FIELDS.filter((field) => field !== "registrationType").map(answer),
    EXTERNAL_ID,
  ],
  required: REGISTRATION_FIELDS.filter((field) => !mayBeBlank(DELEGATE_FIELDS[field])),
  name: "name",
  sameBy: ["email", "name"],
  foundBy: ["email", "name"],
  elsewhere: { ...KNOWN_HEADINGS.delegate, ...mapDelegateFields(({ headings = [] }) => headings) },
};

export const columnLabel = ({ columns }: Columns, field: string): string =>
  columns.find((column) => column.field === field)?.heading ?? field;

export const toImportProblems = (columns: Columns, error: z.ZodError | undefined): ImportProblem[] =>
  (error?.issues ?? []).map(({ path: [field], message }) => ({
    column: columnLabel(columns, String(field ?? "")),
    message,
  }));

export const listExportedColumns = ({ columns }: Columns): Column[] =>
  columns.filter(({ isOnlyRead }) => !isOnlyRead);

export const listHeadings = ({ columns, required }: Columns) =>
  columns.map(({ field, heading }) => ({ heading, isRequired: required.includes(field) }));

export type MatchedHeadings = {
  ok: true;
  keyAt: number;
  places: { column: Column; at: number }[];
  /** Headings of the columns that are not imported. */
  ignored: string[];
};

/** Finds columns by heading or field name, ignoring case and spaces. `problem` names duplicates. */
export function matchHeadings(
  { key, columns, required }: Columns,
  headings: readonly string[],
): MatchedHeadings | { ok: false; problem: string | null } {
  const plain = headings.map(normaliseHeading);
  const placesOf = (...names: string[]) => {
    const name = names.map(normaliseHeading).find((one) => plain.includes(one));
    return plain.flatMap((heading, at) => (heading === name ? [at] : []));
  };
  const keyPlaces = placesOf(key.heading);
  const all = columns.map((column) => ({ ...column, column, at: placesOf(column.heading, column.field) }));
  const twice = [{ heading: key.heading, at: keyPlaces }, ...all].find(({ at }) => at.length > 1);
  if (twice) return { ok: false, problem: `Two columns are called ${twice.heading}. Remove one of them.` };
  const places = all.flatMap(({ column, at: [at] }) => (at === undefined ? [] : [{ column, at }]));
  const keyAt = keyPlaces[0] ?? -1;
  const missing = columns.filter(
    ({ field }) => required.includes(field) && !places.some(({ column }) => column.field === field),
  );
  if (keyAt === -1 ? missing.length > 0 : places.length === 0) return { ok: false, problem: null };
  const used = new Set([keyAt, ...places.map(({ at }) => at)]);
  const ignored = headings.filter((heading, at) => heading && !used.has(at));
  return { ok: true, keyAt, places, ignored };
}

export const normaliseHeading = (heading: string): string =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace("(optional)", "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "");
