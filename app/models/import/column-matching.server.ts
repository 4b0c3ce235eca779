// Guesses which of this site's columns and values match another tool's. Users can correct them.

import { and, eq } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { type Db, db } from "#app/db/connection.server.ts";
import { importMatches } from "#app/db/schema.server.ts";
import { createFingerprint } from "#app/models/changeset/changeset.server.ts";
import {
  type Column,
  type Columns,
  columnLabel,
  isLike,
  normaliseHeading,
} from "#app/models/import/columns.server.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import {
  CHECKED_IN_WORDS,
  KNOWN_STATUS_WORDS,
  MERGED_FIELDS,
  PARTIAL_FIELD_COLUMNS,
  SKIP_ROWS_CHOICE,
  WITHDRAWN_CHOICE,
} from "#app/models/import/known-headings.ts";
import type { ListFile } from "#app/models/import/list-file.server.ts";
import { isDate, isLikely, looksLike } from "#app/models/import/value-kinds.server.ts";
import { isOnAnotherDay, parseClockMinute } from "#app/models/program-session/time-slot.ts";
import { capitalise, countText } from "#app/platform/text.ts";

export type ColumnMatching = {
  /** The target of each column: a field, part of a field, KEY, or '' to ignore the column. */
  columns: string[];
  /** Values chosen by the user, by field and then by the hash of the cell, to keep no text of the list. */
  words: Record<string, Record<string, string>>;
  /** For each field, the value for blank cells in new rows. */
  fill: Record<string, string>;
};

const KEY = "key";
/** A column with more unknown values than this is probably matched to the wrong field. */
const MAX_WORDS_ASKED = 60;
const SAMPLES = 2;

/** Returns what was chosen for an earlier file with these headings, completed by guesses, or null. */
export function recallColumnMatching(list: string, columns: Columns, file: ListFile): ColumnMatching | null {
  const headings = createFingerprint(file.headings);
  const isSame = and(eq(importMatches.list, list), eq(importMatches.headings, headings));
  const known = db.select().from(importMatches).where(isSame).get();
  return known ? withGuessedWords(columns, file, known.matches as ColumnMatching) : null;
}

export function saveColumnMatching(tx: Db, list: string, file: ListFile, matches: ColumnMatching): void {
  const row = { list, headings: createFingerprint(file.headings), matches };
  const target = [importMatches.list, importMatches.headings];
  tx.insert(importMatches).values(row).onConflictDoUpdate({ target, set: { matches } }).run();
}

const namesOf = (columns: Columns, field: string): string[] => [
  columnLabel(columns, field),
  ...(columns.elsewhere[field] ?? []),
  field,
];

/** Recognises headings that this kind of list may have. */
export function createHeadingTest(columns: Columns): (cell: string) => boolean {
  const names = targetsOf(columns).flatMap(({ value }) => namesOf(columns, value));
  const known = new Set([columns.key.heading, ...names].map(normaliseHeading));
  return (cell) => known.has(normaliseHeading(cell));
}

/** `areKeys` recognises this site's keys, because other tools' columns may also be called ID. */
export function guessColumnMatching(columns: Columns, file: ListFile, areKeys: (cells: string[]) => boolean) {
  const plain = file.headings.map(normaliseHeading);
  const match: ColumnMatching = { columns: plain.map(() => ""), words: {}, fill: {} };
  const cellsAt = (at: number) => file.rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim());
  const keyAt = plain.indexOf(normaliseHeading(columns.key.heading));
  // Without keys, a list is this site's if it has all the headings that every export has.
  const needed = columns.columns.filter(({ field }) => columns.required.includes(field));
  const isExport = needed.every(({ heading }) => plain.includes(normaliseHeading(heading)));
  const hasKeys = cellsAt(keyAt).length === 0 ? isExport : areKeys(cellsAt(keyAt));
  if (keyAt !== -1 && hasKeys) match.columns[keyAt] = KEY;
  // This site's exports have no parts of fields.
  const isOurs = match.columns.includes(KEY);
  const fields = targetsOf(columns)
    .map(({ value }) => value)
    .filter((field) => field !== KEY && !(isOurs && PARTIAL_FIELD_COLUMNS[field]));
  /** Takes the columns whose headings are this name or, in a name such as 'Order + Position', its parts. */
  const take = (field: string, name: string) => {
    const places = name.split(" + ").map((part) => {
      const isFree = (heading: string, at: number) =>
        heading === normaliseHeading(part) && !match.columns[at] && isLikely(field, cellsAt(at));
      return plain.findIndex(isFree);
    });
    if (places.includes(-1)) return false;
    for (const at of places) match.columns[at] = field;
    return true;
  };
  for (const field of fields) {
    const names = namesOf(columns, field);
    const merged = MERGED_FIELDS[field];
    if (merged && !merged.isOne) for (const name of names) take(field, name);
    else names.some((name) => take(field, name));
  }
  for (const field of fields)
    if (!match.columns.includes(field) && !isFilledByParts(match.columns, field)) {
      const at = plain.findIndex((_, at) => !match.columns[at] && looksLike(field, cellsAt(at)));
      if (at !== -1) match.columns[at] = field;
    }
  completeName(match);
  for (const { field, choices } of columns.columns)
    if (choices?.length === 1 && columns.required.includes(field)) match.fill[field] = choices[0] ?? "";
  return withGuessedWords(columns, file, match);
}

const isFilledByParts = (columns: string[], field: string) =>
  columns.some((part) => PARTIAL_FIELD_COLUMNS[part]?.of.includes(field));

/** 'Name' beside a first name is the last name, and 'Nombre' beside a last name is the first. */
function completeName({ columns }: ColumnMatching): void {
  const missing = ["firstName", "lastName"].filter((part) => !columns.includes(part));
  const [part] = missing;
  const nameAt = columns.indexOf("name");
  if (part && missing.length === 1 && nameAt !== -1) columns[nameAt] = part;
}

function withGuessedWords(columns: Columns, file: ListFile, match: ColumnMatching): ColumnMatching {
  for (const { column, cell } of unknownWords(columns, file, match)) {
    const word = wordFor(match, column.field, cell) ?? guessWord(column, cell);
    if (word !== undefined) setWord(match, column.field, cell, word);
  }
  return match;
}

/** In another tool's list, a withdrawal also leaves new rows out. */
const isWithdrawal = (column: Column, cell: string, { columns }: ColumnMatching) =>
  !columns.includes(KEY) && guessWord(column, cell) === WITHDRAWN_CHOICE;

function guessWord({ choices = [] }: Column, cell: string): string | undefined {
  if (choices.length === 1) return choices[0];
  const isSaid = isLike(cell);
  const isChoice = (word: string) =>
    choices.includes(word === SKIP_ROWS_CHOICE || word === WITHDRAWN_CHOICE ? "cancelled" : word);
  const known = Object.entries(KNOWN_STATUS_WORDS);
  return known.find(([word, names]) => isChoice(word) && names.some(isSaid))?.[0];
}

const wordFor = ({ words }: ColumnMatching, field: string, cell: string): string | undefined =>
  words[field]?.[createFingerprint(cell)];

function setWord({ words }: ColumnMatching, field: string, cell: string, word: string): void {
  words[field] = { ...words[field], [createFingerprint(cell)]: word };
}

const targetsOf = ({ key, columns, elsewhere }: Columns) => [
  ...columns.map(({ field, heading }) => ({ value: field, label: heading })),
  ...Object.entries(PARTIAL_FIELD_COLUMNS)
    .filter(([part]) => elsewhere[part])
    .map(([value, { label }]) => ({ value, label })),
  { value: KEY, label: `${capitalise(key.noun)} on this site` },
];

type Parts = (part: string) => string;
const fullName = (own: string, part: Parts) =>
  own || [part("firstName"), part("lastName")].filter(Boolean).join(" ");
/** Combine a field's own cell with those of its parts. */
const COMBINED_FIELDS: Record<string, (own: string, part: Parts) => string> = {
  name: fullName,
  speakers: fullName,
  time: (own, part) => withDay(part("date"), own || timeOf(part("start"), part("end"), part("duration"))),
  status: (own, part) => (isCheckedIn(part("checkedIn")) ? "attended" : own),
};

const isCheckedIn = (cell: string) => isDate(cell) || CHECKED_IN_WORDS.some(isLike(cell));

/** The time of another day keeps its date, so that its row is left out. */
const withDay = (date: string, time: string) => (isOnAnotherDay(date) ? `${date} ${time}` : time);

function readerOf(list: Columns, { headings }: ListFile, { columns }: ColumnMatching) {
  const atOf = (target: string) => columns.flatMap((one, at) => (one === target ? [at] : []));
  const places = new Map(columns.map((target) => [target, atOf(target)]));
  const own = (cells: readonly string[], target: string) => {
    const filled = (places.get(target) ?? []).filter((at) => (cells[at] ?? "").trim() !== "");
    const { separator = " ", isLabelled } = MERGED_FIELDS[target] ?? {};
    const isOwn = (at: number) => !isLabelled || headings[at] === columnLabel(list, target);
    return filled.map((at) => (isOwn(at) ? cells[at] : `${headings[at]}: ${cells[at]}`)).join(separator);
  };
  return {
    has: (field: string) => places.has(field) || isFilledByParts(columns, field),
    cellOf: (cells: readonly string[], field: string) => {
      const cell = own(cells, field);
      return COMBINED_FIELDS[field]?.(cell, (part) => own(cells, part).trim()) ?? cell;
    },
  };
}

function unknownWords(columns: Columns, file: ListFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(columns, file, match);
  return columns.columns.flatMap((column) => {
    const { field, choices, read } = column;
    if (!choices || !has(field)) return [];
    const known = new Set(choices.map(read));
    const groups = Map.groupBy(file.rows, ({ cells }) => cellOf(cells, field));
    return [...groups]
      .filter(([cell]) => cell.trim() !== "" && (!known.has(read(cell)) || isWithdrawal(column, cell, match)))
      .slice(0, MAX_WORDS_ASKED)
      .map(([cell, { length }]) => ({ column, cell, count: length }));
  });
}

/** A field's cell in a row, with the choice for its word or for a blank cell of a new item. */
export type FieldCell = { column: Column; cell: string; ifNew: string };
export type ConvertedRow = ReturnType<typeof convertRows>["rows"][number];

/** Returns the rows in this site's columns, as chosen. */
export function convertRows(columns: Columns, file: ListFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(columns, file, match);
  const found = columns.columns.filter(({ field }) => has(field) || match.fill[field]);
  // The number of an order, which several rows have, is the id of no guest.
  const owners = Map.groupBy(file.rows, ({ cells }) => cellOf(cells, EXTERNAL_ID));
  const rows = file.rows.map(({ row, cells, problems }) => {
    const said = found.map((column) => {
      const cell = cellOf(cells, column.field);
      return { column, cell, word: (column.choices && wordFor(match, column.field, cell)) ?? cell };
    });
    const leftOut = (choice: string, when: string): ImportProblem[] =>
      said.flatMap(({ column: { heading }, cell, word }) =>
        word === choice ? [{ column: heading, message: `Rows with “${cell}” are left out${when}.` }] : [],
      );
    return {
      row,
      problems: [...problems, ...leftOut(SKIP_ROWS_CHOICE, ", as selected")],
      // These leave a row out if it changes no item.
      problemsIfNew: leftOut(WITHDRAWN_CHOICE, " if they are new"),
      key: cellOf(cells, KEY),
      fields: said
        .filter(({ column, cell }) => column.field !== EXTERNAL_ID || owners.get(cell)?.length === 1)
        .map(({ column, word }) => {
          const cell = word === WITHDRAWN_CHOICE ? "cancelled" : word;
          return { column, cell, ifNew: cell.trim() ? cell : (match.fill[column.field] ?? cell) };
        }),
    };
  });
  const ignored = file.headings.filter((heading, at) => heading && !match.columns[at]);
  return { found, rows: joinRows(rows), ignored };
}

const EXTERNAL_ID = "externalId";

/** True for people named in a session’s row, who are not stored in it. */
export const isBeside = ({ column }: FieldCell) => column.isOnlyRead === "beside";

/** Joins rows that differ only in the people beside them, such as one row for each speaker. */
function joinRows<Row extends { key: string; fields: FieldCell[] }>(rows: Row[]): Row[] {
  if (!rows[0]?.fields.some(isBeside)) return rows;
  const ownCells = ({ key, fields }: Row) =>
    JSON.stringify([key, fields.filter((one) => !isBeside(one)).map(({ cell }) => cell)]);
  return [...Map.groupBy(rows, ownCells).values()].flatMap((same) => {
    const cellsAt = (at: number) => new Set(same.map(({ fields }) => fields[at]?.cell).filter(Boolean));
    const join = (one: FieldCell, at: number) =>
      isBeside(one) ? { ...one, cell: [...cellsAt(at)].join(", ") } : one;
    return same.slice(0, 1).map((first) => ({ ...first, fields: first.fields.map(join) }));
  });
}

const optionsOf = (first: string, values: readonly string[]) => [
  { value: "", label: first },
  ...values.map((value) => ({ value, label: value })),
];

function questionsOf(columns: Columns, file: ListFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(columns, file, match);
  const isNeeded = (field: string) => columns.required.includes(field);
  const words = unknownWords(columns, file, match).map(({ column, cell, count }) => {
    const { field, heading, choices = [] } = column;
    const kept = field === "type" ? [{ value: cell, label: `A new type: ${cell}` }] : [];
    const out = [
      { value: WITHDRAWN_CHOICE, label: "Cancelled; leave new rows out" },
      { value: SKIP_ROWS_CHOICE, label: "Leave these rows out" },
    ].slice(choices.includes("cancelled") ? 0 : 1);
    return {
      id: `word:${field}:${cell}`,
      label: `“${cell}”`,
      hint: `${heading}, ${countText(count, "row")}`,
      value: wordFor(match, field, cell),
      options: [...optionsOf(isNeeded(field) ? "Choose" : "Leave it blank", choices), ...kept, ...out],
      error: isNeeded(field) ? `Choose a meaning for “${cell}”.` : undefined,
    };
  });
  const needed = match.columns.includes(KEY) ? [] : columns.columns.filter(({ field }) => isNeeded(field));
  const fills = needed.flatMap(({ field, heading, choices }) => {
    const blanks = file.rows.filter(({ cells }) => cellOf(cells, field).trim() === "").length;
    const some = `For ${countText(blanks, "row")} without a value. Leave this blank to import only the other rows.`;
    const fill = {
      id: `fill:${field}`,
      label: heading,
      hint: has(field) ? some : "For all rows",
      value: match.fill[field] ?? "",
      options: choices && optionsOf(has(field) ? "Leave these rows out" : "Choose", choices),
      error: has(field) ? undefined : `${heading}: choose a column, or enter one value for all rows.`,
    };
    return blanks === 0 ? [] : [fill];
  });
  return [...fills, ...words];
}

export function createMatchingForm(columns: Columns, file: ListFile, match: ColumnMatching) {
  const cellsOf = (at: number) => file.rows.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean);
  const samplesOf = (at: number) => [...new Set(cellsOf(at))].slice(0, SAMPLES);
  const asked = questionsOf(columns, file, match);
  return {
    columns: file.headings.map((heading, at) => ({
      id: `column-${at}`,
      label: heading || `Column ${at + 1}`,
      hint:
        samplesOf(at)
          .map((cell) => cell.slice(0, 60))
          .join(" / ") || "All cells are blank",
      value: match.columns[at] ?? "",
    })),
    targets: [{ value: "", label: "Leave out" }, ...targetsOf(columns)],
    asked: asked.map(({ value = "", ...one }) => ({ ...one, value })),
    skipped: file.skipped,
    reading: file.reading,
    isOpen: asked.some(({ value, error }) => value === undefined || (error && value === "")),
  };
}

/** True if a column of another tool's list has cells, but no field of this site. */
export const hasUnknownColumn = ({ headings, rows }: ListFile, { columns }: ColumnMatching): boolean =>
  !columns.includes(KEY) &&
  headings.some((_, at) => !columns[at] && rows.some(({ cells }) => cells[at]?.trim()));

/** Reads a submitted form. Keeps values chosen for earlier files with the same headings. */
export function readColumnMatching(
  columns: Columns,
  file: ListFile,
  fields: URLSearchParams,
  before: ColumnMatching,
) {
  const targets = targetsOf(columns).map(({ value }) => value);
  const said = file.headings.map((_, at) => fields.get(`column-${at}`) ?? "");
  const known = said.map((target) => (targets.includes(target) ? target : ""));
  const match: ColumnMatching = { columns: known, words: structuredClone(before.words), fill: {} };
  for (const [name, value] of fields) {
    const [, kind, field = "", cell = ""] = /^(word|fill):([^:]+):?(.*)$/s.exec(name) ?? [];
    if (kind === "word") setWord(match, field, cell, value);
    if (kind === "fill") match.fill[field] = value.trim();
  }
  return match;
}

/** Returns a time such as '10:00 - 10:45 AM', or `start` unchanged if it cannot be parsed. */
function timeOf(start: string, end: string, duration: string): string {
  const begins = parseClockMinute(start);
  if (begins === null) return start;
  const minutes = minutesIn(duration);
  const ends = end ? parseClockMinute(end) : minutes && begins + minutes;
  if (!ends) return clockTime(begins);
  const first = clockTime(begins);
  const last = clockTime(ends);
  const hasSameHalf = conference.clock === 12 && first.slice(-2) === last.slice(-2);
  return `${hasSameHalf ? first.slice(0, -3) : first} - ${last}`;
}

function clockTime(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  const minutes = String(minute % 60).padStart(2, "0");
  if (conference.clock === 24) return `${hour}:${minutes}`;
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

function minutesIn(duration: string): number {
  const [, hours, minutes] = /^(\d+):(\d\d)/.exec(duration) ?? [];
  return hours ? Number(hours) * 60 + Number(minutes) : Number(/\d+/.exec(duration)?.[0] ?? 0);
}
