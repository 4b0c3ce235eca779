// The columns of imported and exported lists.
import type { z } from "zod";
import { askedFields, type Field, type Fields, fieldText, isWaived } from "#app/models/editable/fields.ts";
import type { Problem } from "#app/models/import/import.ts";
import { HEADINGS } from "#app/models/import/known-headings.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { passOptions } from "#app/vocabulary/admin-passes.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { passName, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import {
  SESSION_TYPES,
  shortTrack,
  streamName,
  TRACKS,
  trackName,
  typeName,
} from "#app/vocabulary/program.ts";
import {
  ASKED_FIELDS,
  answerText,
  isOptional,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

export type Column = {
  field: string;
  heading: string;
  /** Words allowed in a cell, as exported. */
  choices?: readonly string[];
  /** Returns the schema's input; undefined if the value was lost or is not imported (`unread` says why). */
  read(cell: string): unknown;
  unread?: string;
  write(row: Record<string, unknown>): string;
  /** True for a column that is not exported; "beside" if it creates connections or names a photo. */
  isOnlyRead?: true | "beside";
};

export type Columns = {
  /** A row with a cell in this column changes an existing item. `noun` is used in messages. */
  key: { heading: string; noun: string };
  columns: Column[];
  required: readonly string[];
  name: string;
  /** A row without a key is the same as an existing item if these values match. */
  sameBy: readonly string[];
  /** A row of another tool's list updates the item with these values. */
  foundBy: readonly string[];
  elsewhere: Readonly<Record<string, readonly string[]>>;
  notImported: readonly string[];
};

/** Matches the cell text of a failed formula or too narrow a column, in any spreadsheet language. */
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
export const column = (
  field: string,
  heading: string,
  { write = fieldText, ...ways }: Ways = {},
): Column => ({
  ...{ field, heading, read: asLine, ...ways },
  write: (row) => write(row[field]),
});

const EXTERNAL_ID = column("externalId", "External ID", {
  isOnlyRead: true,
  read: (cell) => asLine(cell) || undefined,
});
const beside = (field: string, heading: string) => column(field, heading, { isOnlyRead: "beside" });

/** Matches a word or one of its names, ignoring case, spacing and punctuation. */
const wordIn =
  <Word extends string>(words: readonly Word[], namesOf: (word: Word) => string[]) =>
  (cell: string): string => {
    const matchesCell = (name: string) => plainly(name) === plainly(cell);
    return words.find((word) => matchesCell(word) || namesOf(word).some(matchesCell)) ?? cell;
  };

const readTrack = wordIn(TRACKS, (track) => [trackName(track), shortTrack(track), streamName(track)]);
const TRACK = {
  choices: TRACKS.map(trackName),
  read: readTrack,
  write: (value: unknown) => (value ? trackName(String(value)) : ""),
};

const readType = (cell: string | undefined) =>
  cell && wordIn(SESSION_TYPES, (type) => [typeName(type)])(cell.toLowerCase());

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
  // A blank cell makes no choice.
  choice: { read: (cell) => cell.trim().toLowerCase() || undefined },
  track: TRACK,
  yesNo: YES_NO,
  // Exports contain paths on this site; images on other sites are not shown.
  image: {
    read: (cell) => (/^\s*(?:[^\s/]|\/\/)/.test(cell) ? undefined : cell),
    unread: "upload images in the speaker forms",
  },
};

const choicesOf = (field: Field) => (field.kind === "choice" ? { choices: field.choices } : {});

type Named = Pick<Columns, "name" | "sameBy" | "foundBy" | "elsewhere">;

const columnsOf = <const All extends Fields>(
  fields: All,
  { own = {}, more, ...names }: Named & { own?: { [Name in keyof All]?: Ways }; more: Column[] },
): Columns => ({
  key: { heading: "ID", noun: "ID" },
  columns: [
    ...askedFields(fields).map(([name, field]) =>
      column(name, field.label, own[name] ?? { ...KINDS[field.kind], ...choicesOf(field) }),
    ),
    ...more,
  ],
  required: askedFields(fields).flatMap(([name, field]) =>
    field.isOptional || ["yesNo", "choice"].includes(field.kind) || isWaived(field) ? [] : name,
  ),
  ...names,
  notImported: [],
});

export const SPEAKER_COLUMNS = columnsOf(SPEAKER_FIELDS, {
  name: "name",
  sameBy: ["name", "company"],
  foundBy: ["name"],
  elsewhere: HEADINGS.speaker,
  more: [beside("photoName", "Speaker photo")],
});

export const PROGRAM_COLUMNS = columnsOf(PROGRAM_SESSION_FIELDS, {
  name: "title",
  sameBy: ["title", "time", "track"],
  foundBy: ["title", "track"],
  elsewhere: HEADINGS.session,
  more: [beside("speakers", "Speakers"), beside("speakerIds", "Speaker IDs")],
  own: {
    type: { choices: SESSION_TYPES, read: (cell) => readType(asLine(cell)) },
    track: { ...TRACK, choices: [...TRACK.choices, "none"], read: trackOr("none") },
  },
});

/** Matches a phone number that a spreadsheet converted to scientific notation. */
const POWER = /^\s*[+-]?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/i;

const READ_ANSWERS: Partial<Record<RegistrationField, Ways>> = {
  notes: { read: asText },
  phone: { read: (cell) => (POWER.test(cell) ? undefined : asLine(cell)?.replace(/^(\d+)[.,]00?$/, "$1")) },
  registrationType: {
    choices: passOptions().map(({ label }) => label),
    read: wordIn(REGISTRATION_TYPES, (type) => [passName(type)]),
  },
  favoredStream: { choices: [...TRACK.choices, "not specified"], read: trackOr("not specified") },
};

const answer = (field: RegistrationField): Column => ({
  ...column(field, REGISTRATION_LABELS[field], READ_ANSWERS[field]),
  write: (row) => answerText(row as Registration, field) ?? "",
});

const STATUS = column("status", "Status", {
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
    ...ASKED_FIELDS.filter((field) => field !== "registrationType").map(answer),
    EXTERNAL_ID,
  ],
  required: REGISTRATION_FIELDS.filter((field) => !isOptional(field) && field !== "favoredStream"),
  name: "name",
  sameBy: ["email", "name"],
  foundBy: ["email", "name"],
  elsewhere: HEADINGS.delegate,
  notImported: ["Registered", "Checked In"],
};

export const labelOf = ({ columns }: Columns, field: string): string =>
  columns.find((column) => column.field === field)?.heading ?? field;

export const problemsOf = (columns: Columns, error: z.ZodError | undefined): Problem[] =>
  (error?.issues ?? []).map(({ path: [field], message }) => ({
    column: labelOf(columns, String(field ?? "")),
    message,
  }));

export const exportedOf = ({ columns }: Columns): Column[] => columns.filter(({ isOnlyRead }) => !isOnlyRead);

export const headingsOf = ({ columns, required }: Columns) =>
  columns.map(({ field, heading }) => ({ heading, isRequired: required.includes(field) }));

export type Matched = {
  ok: true;
  keyAt: number;
  places: { column: Column; at: number }[];
  /** `ignored` are unknown headings; `notImported` are exported columns that an import ignores. */
  ignored: string[];
  notImported: string[];
};

/** Finds each field's column by heading or name, ignoring case and spacing. `problem` names missing columns. */
export function matchHeadings(
  { key, columns, required, notImported }: Columns,
  headings: readonly string[],
): Matched | { ok: false; problem: string | null } {
  const plain = headings.map(plainly);
  const placesOf = (...names: string[]) => {
    const name = names.map(plainly).find((one) => plain.includes(one));
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
  const others = headings.filter((heading, at) => heading && !used.has(at));
  const isNotImported = (heading: string) => notImported.some((name) => plainly(name) === plainly(heading));
  return {
    ok: true,
    keyAt,
    places,
    ignored: others.filter((heading) => !isNotImported(heading)),
    notImported: others.filter(isNotImported),
  };
}

export const plainly = (heading: string): string =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace("(optional)", "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "");
