// Plans an import: checks each row with the form's schema, then compares it with the stored rows.
// The check is asynchronous, so the import's transaction repeats only the comparison.

import { setImmediate as nextTurn } from "node:timers/promises";
import { createFingerprint } from "#app/models/changeset/changeset.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { EXCERPT_LENGTH, excerpt } from "#app/models/history/history.ts";
import {
  type ColumnMatching,
  type ConvertedRow,
  convertRows,
  type FieldCell,
  isBeside,
} from "#app/models/import/column-matching.server.ts";
import { type Column, columnLabel } from "#app/models/import/columns.server.ts";
import { findItems, isAlike, likeness } from "#app/models/import/find-items.server.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import type {
  CheckedRow,
  Importable,
  ImportStep,
  ItemValues,
  PersonReference,
  RowReadResult,
} from "#app/models/import/importable.server.ts";
import type { ListFile } from "#app/models/import/list-file.server.ts";

/** Reads one row in each turn of the event loop, because the cells of a file may take seconds. */
export async function checkFile(list: Importable, file: ListFile, match: ColumnMatching) {
  const { columns } = list;
  const { found: inFile, rows: lines, ignored } = convertRows(columns, file, match);
  const said: { key: string; values: ItemValues }[] = [];
  for (const { key, fields } of lines) {
    await nextTurn();
    const values = fields.map(({ column, ifNew }) => [column.field, column.read(ifNew)]);
    said.push({ key: list.readKey(key), values: Object.fromEntries(values) });
  }
  const stored = list.find(said);
  const current = new Map(stored.map((row) => [list.keyOf(row), row]));
  const found = findItems(list, new Set(inFile.map(({ field }) => field)), said, stored);
  const rows: CheckedRow[] = [];
  for (const [index, line] of lines.entries()) {
    const { alike, doubt = [] } = found[index] ?? {};
    const key = alike ? list.keyOf(alike) : (said[index]?.key ?? "");
    const item = current.get(key);
    await nextTurn();
    const problems = [...line.problems, ...doubt, ...(item ? [] : line.problemsIfNew)];
    const name = line.fields.find(({ column }) => column.field === columns.name)?.cell.trim() ?? "";
    const read: RowReadResult =
      problems.length > 0 ? { ok: false, problems } : await readRow(list, line, item);
    rows.push({ row: line.row, name, key, read });
  }
  return { rows, ignored };
}

export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;

/** Keeps stored values that the file does not change, even if the schema is now stricter. */
async function readRow(list: Importable, { key, fields }: ConvertedRow, item: { id: number } | undefined) {
  const beside = Object.fromEntries(fields.filter(isBeside).map(({ column, cell }) => [column.field, cell]));
  const isSameSpelling = ({ column: { field, read }, cell }: FieldCell) =>
    list.columns.sameBy.includes(field) && isAlike(field, { ...item }, { [field]: read(cell) });
  // Only in a row with this site's key, a blank cell removes a value and another spelling of a name,
  // title or address replaces it.
  const isChange = (one: FieldCell) =>
    one.column.write({ ...item }) !== one.cell &&
    (key.trim() !== "" || (one.cell.trim() !== "" && !isSameSpelling(one)));
  const given = fields
    .filter((one) => !isBeside(one) && (!item || isChange(one)))
    .map(({ column, cell, ifNew }) => ({ column, cell: item ? cell : ifNew }))
    .map(({ column, cell }) => ({ column, cell, value: column.read(cell) }));
  const unkept = given
    .filter(({ cell, value }) => value === undefined && cell.trim() !== "")
    .map(({ column, cell }) => {
      const why = column.unread ?? "a spreadsheet has damaged the value";
      return `Not imported: ${column.heading} “${excerpt(cell, 60)}” (${why})`;
    });
  const values = given.flatMap(({ column, value }) => (value === undefined ? [] : [[column.field, value]]));
  const isKept = item && values.length === 0;
  const read: RowReadResult = isKept
    ? { ok: true, values: {} }
    : await list.read(Object.fromEntries(values), item);
  return read.ok ? { ...read, remarks: [...(read.remarks ?? []), ...unkept], beside } : read;
}

/** Returns the steps, the `unknown` people and `seen`, a fingerprint of the steps. */
export function planRows(list: Importable, { rows }: CheckedFile) {
  const { columns } = list;
  const complete = list.completing?.();
  const strangers = new Map<string, PersonReference>();
  const found = list.find(rows.map(({ key, read }) => ({ key, values: read.ok ? read.values : {} })));
  const byKey = new Map(found.map((row) => [list.keyOf(row), row]));
  const alike = new Map(
    found.map((row) => [
      likeness(columns.sameBy, row),
      `the ${list.noun} with the ${columns.key.noun} ${list.keyOf(row)}. To change that ${list.noun}, enter the ${columns.key.noun} in this row.`,
    ]),
  );
  const keyRows = new Map<string, number>();
  const steps = rows.map(({ row, name, key, read }): ImportStep => {
    const current = byKey.get(key) ?? null;
    const leftOut = (...problems: ImportProblem[]): ImportStep => {
      const called = name || (current ? list.nameOf(current) : key);
      return { row, name: excerpt(called, EXCERPT_LENGTH), outcome: "leftOut", problems, ...NOTHING };
    };
    const { heading, noun } = columns.key;
    if (key !== "" && !current) {
      const unknown = `There is no ${list.noun} with this ${noun}. To add a new one, leave the ${noun} blank.`;
      return leftOut({ column: heading, message: list.notFound ?? unknown });
    }
    const before = key === "" ? undefined : keyRows.get(key);
    if (before !== undefined)
      return leftOut({ column: null, message: `Row ${before} is the same ${list.noun}.` });
    if (!read.ok) return leftOut(...read.problems);
    const { beside = {} } = read;
    const completed = complete?.(read.values, beside, current && { ...current });
    for (const person of completed?.unknown ?? []) strangers.set(foldText(person.name), person);
    const { values } = completed ?? read;
    const refused = list.refuse?.(values, current) ?? [];
    if (refused.length > 0) return leftOut(...refused);
    const after = { ...current, ...values };
    const remarks = [...(read.remarks ?? []), ...(completed?.remarks ?? [])];
    const remark = remarks.join(". ").replace("..", ".") || null;
    const step = { row, name: list.nameOf(after), remark, values, current, beside };
    const changesIn = (isShown: (column: Column) => boolean) =>
      columns.columns.filter(isShown).map(({ heading, write }) => ({
        label: heading,
        before: current && shown(write(current)),
        after: shown(write(after)),
      }));
    const like = likeness(columns.sameBy, after);
    const other = alike.get(like);
    if (!current && other !== undefined) {
      const words = columns.sameBy.map((field) => columnLabel(columns, field).toLowerCase());
      const same = new Intl.ListFormat("en-AU").format(words);
      return leftOut({ column: null, message: `This row has the same ${same} as ${other}` });
    }
    alike.set(like, other ?? `row ${row}.`);
    if (!current) {
      const isGiven = ({ field, write }: Column) => field !== columns.name && write(values) !== "";
      return { ...step, outcome: "added", changes: changesIn(isGiven) };
    }
    keyRows.set(key, row);
    if (changesBetween({ ...current }, values).length === 0)
      return { ...step, values: {}, outcome: "unchanged", id: current.id };
    const changes = changesIn(({ write }) => write({ ...current }) !== write(after));
    return { ...step, outcome: "changed", id: current.id, changes };
  });
  const seen = createFingerprint(
    steps.map(({ values, current, beside: _, ...step }) => [step, changesBetween({ ...current }, values)]),
  );
  return { steps, unknown: [...strangers.values()], seen };
}

const NOTHING = { remark: null, values: {}, current: null, beside: {} };

const shown = (cell: string) => excerpt(cell, EXCERPT_LENGTH) || "nothing";

const changesBetween = (current: ItemValues, values: ItemValues) =>
  Object.entries(values)
    .map(([field, value]) => ({ field, was: current[field] ?? null, is: value ?? null }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
