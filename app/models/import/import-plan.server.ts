// Plans an import: checks each row with the form's schema, then compares it with the stored rows.
// The check is asynchronous, so the import's transaction repeats only the comparison.

import { createFingerprint } from "#app/models/changeset/changeset.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { EXCERPT_LENGTH, excerpt } from "#app/models/history/history.ts";
import { type ColumnMatching, convertRows } from "#app/models/import/column-matching.server.ts";
import { type Column, columnLabel } from "#app/models/import/columns.server.ts";
import { findItems, likeness } from "#app/models/import/find-items.server.ts";
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

export async function checkFile(list: Importable, file: ListFile, match: ColumnMatching) {
  const { columns } = list;
  const { found: inFile, rows: lines, ignored } = convertRows(columns, file, match);
  const all = inFile.map((column, at) => ({ column, at }));
  const externalIds = externalIdsOf(all, lines);
  const placesIn = ({ cells }: Line) =>
    all.filter(({ column, at }) => column.field !== EXTERNAL_ID || externalIds.get(cells[at] ?? "") === 1);
  const asRead = (line: Line) =>
    Object.fromEntries(
      placesIn(line).map(({ column, at }) => [
        column.field,
        column.read(line.cells[at]?.trim() || (match.fill[column.field] ?? "")),
      ]),
    );
  const said = lines.map((line) => ({ key: list.readKey(line.key), values: asRead(line) }));
  const stored = list.find(said);
  const current = new Map(stored.map((row) => [list.keyOf(row), row]));
  const found = findItems(list, new Set(inFile.map(({ field }) => field)), said, stored);
  const rows: CheckedRow[] = [];
  for (const [index, line] of lines.entries()) {
    const { row, cells } = line;
    const ownKey = said[index]?.key ?? "";
    const { alike, isProven, doubt } = found.get(index) ?? {};
    const key = alike ? list.keyOf(alike) : ownKey;
    const isNew = !current.has(key);
    const problems = [...line.problems, ...(doubt ?? []), ...(isNew ? line.problemsIfNew : [])];
    const nameAt = inFile.findIndex(({ field }) => field === columns.name);
    const name = (cells[nameAt] ?? "").trim();
    const read: RowReadResult = line.hasTooMany
      ? TOO_MANY_CELLS
      : problems.length > 0
        ? { ok: false, problems }
        : await readRow(list, placesIn(line), line, current.get(key), match, alike && !isProven);
    rows.push({ row, name, key, read });
  }
  return { rows, ignored };
}

export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;
type Line = ReturnType<typeof convertRows>["rows"][number];
type Place = { column: Column; at: number };

const EXTERNAL_ID = "externalId";

/** Returns how often the file has each external id: the number of an order is the id of no guest. */
function externalIdsOf(places: Place[], lines: Line[]): Map<string, number> {
  const { at = -1 } = places.find(({ column }) => column.field === EXTERNAL_ID) ?? {};
  return new Map(
    [...Map.groupBy(lines, ({ cells }) => cells[at] ?? "")].map(([id, same]) => [id, same.length]),
  );
}

const TOO_MANY =
  "There are more cells than headings. Text that contains a separator must be in quotation marks.";
const TOO_MANY_CELLS: RowReadResult = { ok: false, problems: [{ column: null, message: TOO_MANY }] };

/** Keeps stored values that the file does not change, even if the schema is now stricter. */
async function readRow(
  list: Importable,
  places: Place[],
  { cells, key }: Line,
  current: { id: number } | undefined,
  match: ColumnMatching,
  keepsSpelling = false,
): Promise<RowReadResult> {
  const all = places.map(({ column, at }) => ({ column, cell: cells[at] ?? "" }));
  const isBeside = ({ column }: { column: Column }) => column.isOnlyRead === "beside";
  const beside = Object.fromEntries(all.filter(isBeside).map(({ column, cell }) => [column.field, cell]));
  const isNew = current === undefined;
  // A blank cell removes a value only in a row with this site's key.
  const isGiven = (column: Column, cell: string) =>
    isNew ||
    (column.write(current) !== cell &&
      !(key.trim() === "" && cell.trim() === "") &&
      !(keepsSpelling && isSameSpelling(column, cell, { ...current })));
  const isSameSpelling = ({ field, read }: Column, cell: string, before: ItemValues) =>
    list.columns.sameBy.includes(field) &&
    likeness([field], before) === likeness([field], { [field]: read(cell) });
  const said = all
    .filter((one) => !isBeside(one))
    .map(({ column, cell }) => ({
      column,
      cell: isNew && cell.trim() === "" ? (match.fill[column.field] ?? cell) : cell,
    }))
    .filter(({ column, cell }) => isGiven(column, cell));
  const given = said.map(({ column, cell }) => ({ column, cell, value: column.read(cell) }));
  const unkept = given
    .filter(({ cell, value }) => value === undefined && cell.trim() !== "")
    .map(({ column, cell }) => {
      const why = column.unread ?? "a spreadsheet has damaged the value";
      return `Not imported: ${column.heading} “${excerpt(cell, 60)}” (${why})`;
    });
  const values = given.flatMap(({ column, value }) => (value === undefined ? [] : [[column.field, value]]));
  if (current !== undefined && values.length === 0) return { ok: true, values: {}, remarks: unkept, beside };
  const read = await list.read(Object.fromEntries(values), current);
  if (read.ok) return { ...read, remarks: [...(read.remarks ?? []), ...unkept], beside };
  // The schema's message lists API values, but users need the values that exports contain.
  const problems = read.problems.map((problem) => {
    const { column, cell } = said.find(({ column }) => column.heading === problem.column) ?? {};
    if (!column?.choices || !cell?.trim()) return problem;
    return { ...problem, message: `Use one of these: ${column.choices.join(", ")}.` };
  });
  return { ok: false, problems };
}

/** Returns the steps, the `unknown` people and `seen`, a fingerprint of the steps. */
export function planRows<Row extends { id: number }>(
  list: Importable<Row>,
  { rows }: CheckedFile,
): { steps: ImportStep<Row>[]; unknown: PersonReference[]; seen: string } {
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
  const steps = rows.map(({ row, name, key, read }): ImportStep<Row> => {
    const current = byKey.get(key) ?? null;
    const leftOut = (...problems: ImportProblem[]): ImportStep<Row> => {
      const called = name || (current ? list.nameOf(current) : "");
      return { row, name: called, outcome: "leftOut", problems, ...NOTHING };
    };
    const { heading, noun } = columns.key;
    if (key !== "" && !current) {
      const message = `There is no ${list.noun} with this ${noun}. To add a new one, leave the ${noun} blank.`;
      return leftOut({ column: heading, message });
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
    if (!current && other !== undefined)
      return leftOut({ column: null, message: `This row has the same ${wordsOf(list)} as ${other}` });
    alike.set(like, other ?? `row ${row}.`);
    if (!current) {
      const isGiven = ({ field, write }: Column) => field !== columns.name && write(values) !== "";
      return { ...step, outcome: "added", changes: changesIn(isGiven) };
    }
    keyRows.set(key, row);
    const differences = changesBetween({ ...current }, values);
    if (Object.keys(differences).length === 0) return { ...step, outcome: "unchanged", id: current.id };
    const changes = changesIn(({ field }) => field in differences);
    return { ...step, outcome: "changed", id: current.id, changes };
  });
  const seen = createFingerprint(
    steps.map(({ values, current, beside: _, ...step }) => [
      step,
      step.outcome === "added" ? values : null,
      step.outcome === "changed" && current ? changesBetween({ ...current }, values) : null,
    ]),
  );
  return { steps, unknown: [...strangers.values()], seen };
}

const NOTHING = { remark: null, values: {}, current: null, beside: {} };

const shown = (cell: string) => excerpt(cell, EXCERPT_LENGTH) || "nothing";

const changesBetween = (
  current: Record<string, unknown>,
  values: ItemValues,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([field, value]): [string, [unknown, unknown]] => [field, [current[field] ?? null, value ?? null]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );

const wordsOf = ({ columns }: { columns: Importable["columns"] }) =>
  new Intl.ListFormat("en-AU").format(
    columns.sameBy.map((field) => columnLabel(columns, field).toLowerCase()),
  );
