// The plan of an import: the schema of the forms checks each row, and the rows are compared with those stored.
// Only the first part waits: the transaction that imports repeats the second.
import { fold } from "#app/models/delegate/search-text.ts";
import { EXCERPT_LENGTH, excerpt } from "#app/models/history/history.ts";
import { type Column, labelOf, matchHeadings } from "#app/models/import/columns.server.ts";
import { type CsvRow, parseCsv } from "#app/models/import/csv-file.server.ts";
import type { Preview, Problem } from "#app/models/import/import.ts";
import type { CheckedRow, Importable, Read, Step, Values } from "#app/models/import/importable.server.ts";
import { fingerprintOf } from "#app/models/ledger/changeset.server.ts";

export type CheckedFile = { rows: CheckedRow[] } & Pick<Preview, "ignored" | "notImported" | "encoding">;

export async function checkFile(
  list: Importable,
  bytes: Uint8Array,
  encoding: string | null,
): Promise<{ ok: true; file: CheckedFile } | { ok: false; problem: string }> {
  const parsed = parseCsv(bytes, encoding);
  if (!parsed.ok) return parsed;
  const matched = matchHeadings(list.columns, parsed.headings);
  if (!matched.ok) return matched;
  const { keyAt, places, ignored, notImported } = matched;
  const keys = parsed.rows.map(({ cells }) => list.readKey(cells[keyAt] ?? ""));
  const current = new Map(
    list.find(keys.map((key) => ({ key, values: {} }))).map((row) => [list.keyOf(row), row]),
  );
  const rows: CheckedRow[] = [];
  for (const [index, { row, cells }] of parsed.rows.entries()) {
    const key = keys[index] ?? "";
    const nameAt = places.find(({ column }) => column.field === list.columns.name)?.at ?? -1;
    const name = (cells[nameAt] ?? "").trim();
    const tooMany = cells.slice(parsed.headings.length).some((cell) => cell.trim() !== "");
    const read = tooMany ? TOO_MANY_CELLS : await readRow(list, places, cells, current.get(key));
    rows.push({ row, name, key, read });
  }
  return { ok: true, file: { rows, ignored, notImported, encoding: parsed.encoding } };
}

const TOO_MANY =
  "There are more cells than headings: a text with a separator in it has to be in quotation marks.";
const TOO_MANY_CELLS: Read = { ok: false, problems: [{ column: null, message: TOO_MANY }] };

/** Fields without a column stay, and so do cells as exported, also where the schema has become stricter. */
async function readRow(
  list: Importable,
  places: { column: Column; at: number }[],
  cells: CsvRow["cells"],
  current: { id: number } | undefined,
): Promise<Read> {
  const said = places
    .map(({ column, at }) => ({ column, cell: cells[at] ?? "" }))
    .filter(({ column, cell }) => current === undefined || column.write(current) !== cell);
  const given = said.map(({ column, cell }) => ({ column, cell, value: column.read(cell) }));
  const unkept = given
    .filter(({ cell, value }) => value === undefined && cell.trim() !== "")
    .map(({ column, cell }) => {
      const why = column.unread ?? "a spreadsheet has destroyed it";
      return `Not kept: ${column.heading} “${excerpt(cell, 60)}” (${why})`;
    });
  const values = given.flatMap(({ column, value }) => (value === undefined ? [] : [[column.field, value]]));
  if (current !== undefined && values.length === 0) return { ok: true, values: {}, remarks: unkept };
  const read = await list.read(Object.fromEntries(values), current);
  if (read.ok) return { ...read, remarks: [...(read.remarks ?? []), ...unkept] };
  // The schema knows the words of the JSON interface only: people write those of the export.
  const problems = read.problems.map((problem) => {
    const { column, cell } = said.find(({ column }) => column.heading === problem.column) ?? {};
    if (!column?.choices || !cell?.trim()) return problem;
    return { ...problem, message: `Write one of these: ${column.choices.join(", ")}.` };
  });
  return { ok: false, problems };
}

/** `seen` is another text if anything of the steps is. */
export function planRows<Row extends { id: number }>(
  list: Importable<Row>,
  { rows }: CheckedFile,
): { steps: Step<Row>[]; seen: string } {
  const { columns } = list;
  const found = list.find(rows.map(({ key, read }) => ({ key, values: read.ok ? read.values : {} })));
  const byKey = new Map(found.map((row) => [list.keyOf(row), row]));
  const alike = new Map(
    found.map((row) => {
      const standing = list.standingOf?.(row);
      const it = `the one with the ${columns.key.noun} ${list.keyOf(row)}`;
      const named = standing === undefined ? it : `${it} (${standing})`;
      return [likeness(columns.sameBy, row), `${named}. Give it that ${columns.key.noun} to change it.`];
    }),
  );
  const keyRows = new Map<string, number>();
  const steps = rows.map(({ row, name, key, read }): Step<Row> => {
    const current = byKey.get(key) ?? null;
    const leftOut = (...problems: Problem[]): Step<Row> => {
      const called = name || (current ? list.nameOf(current) : "");
      return { row, name: called, outcome: "leftOut", problems, remark: null, values: {}, current: null };
    };
    const { heading, noun } = columns.key;
    if (key !== "" && !current) {
      const message = `There is no ${list.noun} with this ${noun}. Leave it blank to add one.`;
      return leftOut({ column: heading, message });
    }
    const before = key === "" ? undefined : keyRows.get(key);
    if (before !== undefined)
      return leftOut({ column: heading, message: `Row ${before} has this ${noun} too.` });
    if (!read.ok) return leftOut(...read.problems);
    const { values } = read;
    const refused = list.refuse?.(values, current) ?? [];
    if (refused.length > 0) return leftOut(...refused);
    const after = { ...current, ...values };
    const remark = read.remarks?.join(". ").replace("..", ".") || null;
    const step = { row, name: list.nameOf(after), remark, values, current };
    const changesIn = (isShown: (column: Column) => boolean) =>
      columns.columns.filter(isShown).map(({ heading, write }) => ({
        label: heading,
        before: current && shown(write(current)),
        after: shown(write(after)),
      }));
    const like = likeness(columns.sameBy, after);
    const other = alike.get(like);
    if (!current && other !== undefined)
      return leftOut({ column: null, message: `The same ${wordsOf(list)} as ${other}` });
    alike.set(like, other ?? `row ${row}.`);
    if (!current) {
      const isSaid = ({ field, write }: Column) => field !== columns.name && write(values) !== "";
      return { ...step, outcome: "added", changes: changesIn(isSaid) };
    }
    keyRows.set(key, row);
    const differences = changesBetween({ ...current }, values);
    if (Object.keys(differences).length === 0) return { ...step, outcome: "unchanged", id: current.id };
    const changes = changesIn(({ field }) => field in differences);
    return { ...step, outcome: "changed", id: current.id, changes };
  });
  const seen = fingerprintOf(
    steps.map(({ values, current, ...step }) => [
      step,
      step.outcome === "added" ? values : null,
      step.outcome === "changed" && current ? changesBetween({ ...current }, values) : null,
    ]),
  );
  return { steps, seen };
}

const shown = (cell: string) => excerpt(cell, EXCERPT_LENGTH) || "nothing";

/** By field, the value before and after. */
const changesBetween = (
  current: Record<string, unknown>,
  values: Values,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([field, value]): [string, [unknown, unknown]] => [field, [current[field] ?? null, value ?? null]])
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is)),
  );

/** Case, accents and dashes make no difference, and 'Last, First' is turned round. */
const likeness = (fields: readonly string[], values: Values) =>
  JSON.stringify(
    fields.map((field) =>
      fold(String(values[field] ?? ""))
        .replace(/ ?- ?/g, "-")
        .replace(/^([^,]+), ([^,]+)$/, "$2 $1"),
    ),
  );

const wordsOf = ({ columns }: { columns: Importable["columns"] }) =>
  new Intl.ListFormat("en-AU").format(columns.sameBy.map((field) => labelOf(columns, field).toLowerCase()));
