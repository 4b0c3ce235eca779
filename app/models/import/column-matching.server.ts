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
  normaliseHeading,
} from "#app/models/import/columns.server.ts";
import type { ParsedFile } from "#app/models/import/csv-file.server.ts";
import {
  KNOWN_STATUS_WORDS,
  MERGED_FIELDS,
  PARTIAL_FIELD_COLUMNS,
  SKIP_ROWS_CHOICE,
  WITHDRAWN_CHOICE,
} from "#app/models/import/known-headings.ts";
import { parseClockMinute } from "#app/models/program-session/time-slot.ts";
import { countText } from "#app/platform/text.ts";

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
/** Minimum length of a name to find within a heading. Shorter names are often part of words. */
const MIN_PARTIAL_MATCH = 7;

const placeOf = (list: string, headings: readonly string[]) =>
  and(eq(importMatches.list, list), eq(importMatches.headings, createFingerprint(headings)));

const getColumnMatching = (list: string, headings: readonly string[]) =>
  db.select().from(importMatches).where(placeOf(list, headings)).get()?.matches as ColumnMatching | undefined;

export function saveColumnMatching(
  tx: Db,
  list: string,
  headings: readonly string[],
  matches: ColumnMatching,
): void {
  const row = { list, headings: createFingerprint(headings), matches };
  const target = [importMatches.list, importMatches.headings];
  tx.insert(importMatches).values(row).onConflictDoUpdate({ target, set: { matches } }).run();
}

/** `isKey` recognises this site's keys, because other tools' columns may also be called ID. */
export function guessColumnMatching(
  columns: Columns,
  file: ParsedFile,
  isKey: (cell: string) => boolean,
): ColumnMatching {
  const plain = file.headings.map(normaliseHeading);
  const match: ColumnMatching = { columns: plain.map(() => ""), words: {}, fill: {} };
  const taken = new Set<number>();
  const take = (field: string, at: number) => {
    if (at === -1 || taken.has(at)) return false;
    taken.add(at);
    if (targetsOf(columns).some(({ value }) => value === field)) match.columns[at] = field;
    return true;
  };
  const keyAt = plain.indexOf(normaliseHeading(columns.key.heading));
  if (keyAt !== -1 && file.rows.every(({ cells }) => isKey(cells[keyAt] ?? ""))) take(KEY, keyAt);
  const fields = new Set([...columns.columns.map(({ field }) => field), ...Object.keys(columns.elsewhere)]);
  const namesOf = (field: string) =>
    [columnLabel(columns, field), ...(columns.elsewhere[field] ?? []), field].map(normaliseHeading);
  for (const field of fields) {
    const takes = (name: string) => take(field, plain.indexOf(name));
    if (MERGED_FIELDS[field]) namesOf(field).forEach(takes);
    else namesOf(field).some(takes);
  }
  // Form tools export complete questions as headings.
  const isWithin = (name: string, heading: string) =>
    name.length >= MIN_PARTIAL_MATCH && heading.includes(name);
  for (const field of fields)
    if (!match.columns.includes(field) && !MERGED_FIELDS[field])
      namesOf(field)
        .map((name) => plain.findIndex((heading, at) => isWithin(name, heading) && !taken.has(at)))
        .some((at) => take(field, at));
  for (const { field, choices } of columns.columns)
    if (choices?.length === 1 && columns.required.includes(field)) match.fill[field] = choices[0] ?? "";
  return withGuessedWords(columns, file, match);
}

/** Returns what was chosen for an earlier file with these headings, completed by guesses, or null. */
export function recallColumnMatching(
  list: string,
  columns: Columns,
  file: ParsedFile,
): ColumnMatching | null {
  const known = getColumnMatching(list, file.headings);
  return known ? withGuessedWords(columns, file, known) : null;
}

function withGuessedWords(columns: Columns, file: ParsedFile, match: ColumnMatching): ColumnMatching {
  for (const { column, cell } of unknownWords(columns, file, match)) {
    const word = wordFor(match, column.field, cell) ?? guessWord(column, cell);
    if (word !== undefined) setWord(match, column.field, cell, word);
  }
  return match;
}

function guessWord({ choices = [] }: Column, cell: string): string | undefined {
  if (choices.length === 1) return choices[0];
  const said = normaliseHeading(cell);
  const isChoice = (word: string) =>
    choices.includes(word === SKIP_ROWS_CHOICE || word === WITHDRAWN_CHOICE ? "cancelled" : word);
  const matchesCell = (name: string) => normaliseHeading(name) === said;
  const known = Object.entries(KNOWN_STATUS_WORDS).find(
    ([word, names]) => isChoice(word) && names.some(matchesCell),
  );
  return known?.[0];
}

const wordFor = ({ words }: ColumnMatching, field: string, cell: string): string | undefined =>
  words[field]?.[createFingerprint(cell)];

function setWord({ words }: ColumnMatching, field: string, cell: string, word: string): void {
  words[field] = { ...words[field], [createFingerprint(cell)]: word };
}

const targetsOf = ({ key, columns }: Columns) => [
  ...columns.map(({ field, heading }) => ({ value: field, label: heading })),
  ...Object.entries(PARTIAL_FIELD_COLUMNS)
    .filter(([, { of }]) => columns.some(({ field }) => field === of))
    .map(([value, { label }]) => ({ value, label })),
  { value: KEY, label: `${key.heading} on this site` },
];

const COMBINED_FIELDS: Record<string, (part: (name: string) => string) => string> = {
  name: (part) => [part("firstName"), part("lastName")].filter(Boolean).join(" "),
  time: (part) => timeOf(part("start"), part("end"), part("duration")),
};

function readerOf({ headings }: ParsedFile, { columns }: ColumnMatching) {
  const atOf = (target: string) => columns.flatMap((one, at) => (one === target ? [at] : []));
  const places = new Map(columns.map((target) => [target, atOf(target)]));
  const own = (cells: readonly string[], target: string) => {
    const filled = (places.get(target) ?? []).filter((at) => (cells[at] ?? "").trim() !== "");
    const { separator = " ", isLabelled } = MERGED_FIELDS[target] ?? {};
    return filled.map((at) => (isLabelled ? `${headings[at]}: ${cells[at]}` : cells[at])).join(separator);
  };
  return {
    has: (field: string) =>
      places.has(field) ||
      Object.entries(PARTIAL_FIELD_COLUMNS).some(([part, { of }]) => of === field && places.has(part)),
    cellOf: (cells: readonly string[], field: string) =>
      own(cells, field) || (COMBINED_FIELDS[field]?.((part) => own(cells, part).trim()) ?? ""),
  };
}

function unknownWords({ columns }: Columns, file: ParsedFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(file, match);
  return columns.flatMap((column) => {
    const { field, choices, read } = column;
    if (!choices || !has(field)) return [];
    const known = new Set(choices.map(read));
    const groups = Map.groupBy(file.rows, ({ cells }) => cellOf(cells, field));
    return [...groups]
      .filter(([cell]) => cell.trim() !== "" && !known.has(read(cell)))
      .slice(0, MAX_WORDS_ASKED)
      .map(([cell, { length }]) => ({ column, cell, count: length }));
  });
}

export function convertRows(columns: Columns, file: ParsedFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(file, match);
  const found = columns.columns.filter(({ field }) => has(field) || match.fill[field]);
  const rows = file.rows.map(({ cells, ...row }) => {
    const said = found.map(({ field, heading }) => {
      const cell = cellOf(cells, field);
      return { heading, cell, word: wordFor(match, field, cell) ?? cell };
    });
    const leftOut = (choice: string, when: string) =>
      said
        .filter(({ word }) => word === choice)
        .map(({ heading, cell }) => ({
          column: heading,
          message: `Rows with “${cell}” are left out${when}.`,
        }));
    return {
      ...row,
      problems: leftOut(SKIP_ROWS_CHOICE, ", as selected"),
      problemsIfNew: leftOut(WITHDRAWN_CHOICE, " if they are new"),
      cells: [
        cellOf(cells, KEY),
        ...said.map(({ word }) => (word === WITHDRAWN_CHOICE ? "cancelled" : word)),
      ],
    };
  });
  const places = found.map((column, at) => ({ column, at: at + 1 }));
  const ignored = file.headings.filter((heading, at) => heading && !match.columns[at]);
  return { ok: true as const, keyAt: 0, places, rows, ignored };
}

const optionsOf = (first: string, values: readonly string[]) => [
  { value: "", label: first },
  ...values.map((value) => ({ value, label: value })),
];

function questionsOf(columns: Columns, file: ParsedFile, match: ColumnMatching) {
  const { has, cellOf } = readerOf(file, match);
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
      value: match.fill[field],
      options: choices && optionsOf(has(field) ? "Leave these rows out" : "Choose", choices),
      error: has(field) ? undefined : `${heading}: choose a column, or enter one value for all rows.`,
    };
    return blanks === 0 ? [] : [fill];
  });
  return [...fills, ...words];
}

export function createMatchingForm(columns: Columns, file: ParsedFile, match: ColumnMatching) {
  const cellsOf = (at: number) => file.rows.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean);
  const asked = questionsOf(columns, file, match);
  return {
    columns: file.headings.map((heading, at) => ({
      heading: heading || `Column ${at + 1}`,
      samples: [...new Set(cellsOf(at))].slice(0, SAMPLES).map((cell) => cell.slice(0, 60)),
      value: match.columns[at] ?? "",
    })),
    targets: [{ value: "", label: "Leave out" }, ...targetsOf(columns)],
    asked: asked.map(({ value = "", ...one }) => ({ ...one, value })),
    isOpen: asked.some(({ value, error }) => value === undefined || (error && value === "")),
  };
}

export type MatchingForm = { file: string; fileName: string } & Omit<
  ReturnType<typeof createMatchingForm>,
  "isOpen"
>;

/** Reads a submitted form. Keeps values chosen for earlier files with the same headings. */
export function readColumnMatching(
  columns: Columns,
  file: ParsedFile,
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
