// The columns of imported and exported lists.
import type { z } from "zod";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { type Field, type Fields, fieldText, isWaived, listFormFields } from "#app/models/editable/fields.ts";
import { asAddress, asLine, asText } from "#app/models/import/cell-text.server.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import { KNOWN_HEADINGS } from "#app/models/import/known-headings.ts";
import { isDate } from "#app/models/import/value-kinds.server.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { isWithoutPlace, LISTED_STATES } from "#app/vocabulary/delegate-status.ts";
import { isPaidFor, PAID_PASSES, passName, passOptions, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import {
  SESSION_TYPES,
  sessionTypeName,
  shortTrackName,
  TRACKS,
  trackColumnHeading,
  trackName,
} from "#app/vocabulary/program.ts";
import {
  ANSWER_COLUMNS,
  DELEGATE_FIELDS,
  type DelegateField,
  fieldLabel,
  getAnswerText,
  mayBeBlank,
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
  /** A row without a key updates the only item with the same values in all these fields, or in fewer. */
  foundBy: readonly (readonly string[])[];
  elsewhere: Readonly<Record<string, readonly string[]>>;
};

type Ways = Partial<Pick<Column, "choices" | "read" | "unread" | "isOnlyRead">> & {
  write?: (value: unknown) => string;
};
export const createColumn = (field: string, heading: string, { write = fieldText, ...ways }: Ways = {}) => ({
  field,
  heading,
  read: asLine,
  ...ways,
  write: (row: Record<string, unknown>) => write(row[field]),
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
    const isSaid = isLike(cell);
    return words.find((word) => isSaid(word) || namesOf(word).some(isSaid)) ?? cell;
  };

const TRACK = {
  choices: TRACKS.map(trackName),
  read: wordIn(TRACKS, (track) => [trackName(track), shortTrackName(track), trackColumnHeading(track)]),
  write: (value: unknown) => (value ? trackName(String(value)) : ""),
};

const readType = (cell: string | undefined) =>
  cell && wordIn(SESSION_TYPES, (type) => [sessionTypeName(type)])(cell.toLowerCase());

const trackOr = (none: string) => ({
  ...TRACK,
  choices: [...TRACK.choices, none],
  read: (cell: string) => (cell.trim().toLowerCase() === none ? "" : TRACK.read(cell)),
});

const OTHER_WORDS: Record<string, string[]> = {
  yes: ["y", "true", "1", "x", "on"],
  no: ["n", "false", "0", "off"],
};
const YES_NO = {
  choices: ["yes", "no"],
  read: (cell: string) => {
    const said = cell.trim().toLowerCase();
    const isSaid = (word: string) => said === word || OTHER_WORDS[word]?.includes(said);
    if (isSaid("yes")) return true;
    // The schema rejects any other word.
    return said === "" || isSaid("no") ? false : cell;
  },
  write: (value: unknown) => (value ? "yes" : "no"),
};

/** A blank cell changes nothing. */
const OMITTABLE_YES_NO = {
  ...YES_NO,
  read: (cell: string) => (cell.trim() ? YES_NO.read(cell) : undefined),
};

/** Matches a phone number that a spreadsheet converted to scientific notation. */
const POWER = /^\s*[+-]?\d+(?:[.,]\d+)?e[+-]?\d+\s*$/i;

/** How the kinds of fields are read, if not as a line, and written. */
const KINDS: Partial<Record<(Field | DelegateField)["kind"], Ways>> = {
  text: { read: asText },
  email: { read: asAddress },
  links: { read: asText },
  // A blank cell counts as omitted.
  choice: { read: (cell) => cell.trim().toLowerCase() || undefined },
  track: TRACK,
  yesNo: YES_NO,
  phone: { read: (cell) => (POWER.test(cell) ? undefined : asLine(cell)?.replace(/^(\d+)[.,]00?$/, "$1")) },
  pass: {
    choices: passOptions().map(({ label }) => label),
    read: wordIn(REGISTRATION_TYPES, (type) => [passName(type)]),
  },
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
  own: { isDraft: OMITTABLE_YES_NO },
  name: "name",
  sameBy: ["name", "company"],
  foundBy: [["name", "company"], ["name"]],
  elsewhere: KNOWN_HEADINGS.speaker,
});

export const PROGRAM_COLUMNS = columnsOf(PROGRAM_SESSION_FIELDS, {
  name: "title",
  sameBy: ["title", "time", "track"],
  foundBy: [["title", "track", "time"], ["title", "track"], ["title", "time"], ["title"]],
  elsewhere: KNOWN_HEADINGS.session,
  more: [beside("speakers", "Speakers"), beside("speakerIds", "Speaker IDs")],
  own: {
    type: { choices: SESSION_TYPES, read: (cell) => readType(asLine(cell)) },
    track: trackOr("none"),
  },
});

function answerWays(field: DelegateField | undefined): Ways | undefined {
  if (field?.kind === "track") return trackOr("not specified");
  if (!field || !("choices" in field)) return field && KINDS[field.kind];
  const choices = field.kind === "tick" ? YES_NO.choices : field.choices;
  return { choices, read: wordIn(choices, (choice) => OTHER_WORDS[choice] ?? []) };
}

/** Also for questions that left the conference file. Their answers are only exported. */
export const answerColumn = (name: RegistrationField): Column => ({
  ...createColumn(name, fieldLabel(name), answerWays(DELEGATE_FIELDS[name])),
  write: (row) => getAnswerText(row as Registration, name) ?? "",
});

const STATUS: Column = {
  // A blank cell leaves the status unchanged; a new delegate is pending.
  ...createColumn("status", "Status", { ...KINDS.choice, choices: LISTED_STATES }),
  write: (row) => (isWithoutPlace(placeOf(row as Delegate)) ? "waiting" : String(row.status ?? "pending")),
};

export const PAID: Column = {
  ...createColumn("paidAt", "Paid", { choices: YES_NO.choices }),
  read: (cell) => (isDate(cell) ? true : OMITTABLE_YES_NO.read(cell)),
  write: ({ registrationType, paidAt }) => (isPaidFor(String(registrationType)) ? YES_NO.write(paidAt) : ""),
};

export const DELEGATE_COLUMNS: Columns = {
  key: { heading: "Reference", noun: "reference" },
  columns: [
    answerColumn("registrationType"),
    STATUS,
    ...(PAID_PASSES.length > 0 ? [PAID] : []),
    ...SHOWN_REGISTRATION_FIELDS.filter((field) => field !== "registrationType").map(answerColumn),
    EXTERNAL_ID,
  ],
  // As at the door, the organisers' own questions may stay unanswered.
  required: ANSWER_COLUMNS.filter((field) => !mayBeBlank(DELEGATE_FIELDS[field])),
  name: "name",
  sameBy: ["email", "name"],
  foundBy: [["email", "name"]],
  elsewhere: KNOWN_HEADINGS.delegate,
};

export const columnLabel = ({ columns }: Columns, field: string): string =>
  columns.find((column) => column.field === field)?.heading ?? field;

export const toImportProblems = (columns: Columns, error: z.ZodError | undefined): ImportProblem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({
    column: columnLabel(columns, path.slice(0, path[0] === "answers" ? 2 : 1).join(".")),
    message,
  }));

export const listExportedColumns = ({ columns }: Columns) => columns.filter(({ isOnlyRead }) => !isOnlyRead);

/** Compares names with a cell, which is folded only once, because it may be long. */
export function isLike(cell: string): (name: string) => boolean {
  const said = normaliseHeading(cell);
  return (name) => normaliseHeading(name) === said;
}

export const normaliseHeading = (heading: string): string =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace("(optional)", "")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "");
