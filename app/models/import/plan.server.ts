// What an import would do, row by row: first each row is checked by the schema of the forms, then it is compared
// with what there is. The second part waits for nothing, so that the transaction that imports can repeat it.
import { changesBetween } from "#app/models/history/audit-log.server.ts";
import { EXCERPT_LENGTH, excerpt } from "#app/models/history/history.ts";
import { type Column, labelOf, matchHeadings } from "#app/models/import/columns.server.ts";
import { type CsvRow, parseCsv } from "#app/models/import/csv-file.server.ts";
import type { Problem } from "#app/models/import/import.ts";
import type { CheckedRow, Importable, Read, Step, Values } from "#app/models/import/importable.server.ts";
import { fingerprintOf } from "#app/models/submission/idempotency.server.ts";

export type CheckedFile = { rows: CheckedRow[]; ignored: string[]; notImported: string[] };

/** A file whose rows are checked by the schema, each for itself. */
export async function checkFile(
  list: Importable,
  text: string,
): Promise<{ ok: true; file: CheckedFile } | { ok: false; problem: string }> {
  const parsed = parseCsv(text);
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
    const read = tooMany ? TOO_MANY_CELLS : await readRow(list, places, { row, cells }, current.get(key));
    rows.push({ row, name, key, read });
  }
  return { ok: true, file: { rows, ignored, notImported } };
}

const TOO_MANY_CELLS: Read = {
  ok: false,
  problems: [
    {
      column: null,
      message:
        "There are more cells than headings: a text with a separator in it has to be in quotation marks.",
    },
  ],
};

/**
 * Checks a row as the form would be: what the file does not name is as it is. So is what it says as the export does,
 * also where the schema has become stricter since.
 */
async function readRow(
  list: Importable,
  places: { column: Column; at: number }[],
  { cells }: CsvRow,
  current: { id: number } | undefined,
): Promise<Read> {
  const said = places
    .map(({ column, at }) => ({ column, cell: cells[at] ?? "" }))
    .filter(({ column, cell }) => current === undefined || column.write(current) !== cell);
  if (current !== undefined && said.length === 0) return { ok: true, values: {} };
  const given = said.map(({ column, cell }) => [column.field, column.read(cell)]);
  const read = await list.read(Object.fromEntries(given), current);
  if (read.ok) return read;
  const cellsBy = new Map(said.map((one) => [one.column.heading, one]));
  return { ok: false, problems: read.problems.map((problem) => inWordsOfTheFile(problem, cellsBy)) };
}

/** Says what a cell may say as the export writes it: the schema knows the words of the JSON interface only. */
function inWordsOfTheFile(
  problem: Problem,
  said: Map<string | null, { column: Column; cell: string }>,
): Problem {
  const { column, cell } = said.get(problem.column) ?? {};
  if (!column?.choices || !cell?.trim()) return problem;
  return { ...problem, message: `Write one of these: ${column.choices.join(", ")}.` };
}

/** What becomes of each row now, and a text that says so: it is another one if any of that is. */
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
      return [likeness(columns.sameBy, row), standing === undefined ? it : `${it} (${standing})`];
    }),
  );
  const keyRows = new Map<string, number>();
  const steps = rows.map(({ row, name, key, read }): Step<Row> => {
    const current = byKey.get(key) ?? null;
    const leftOut = (...problems: Problem[]): Step<Row> => ({
      row,
      name: name || (current ? list.nameOf(current) : ""),
      outcome: "leftOut",
      problems,
      values: {},
      current: null,
    });
    const { heading, noun } = columns.key;
    if (key !== "" && !current)
      return leftOut({
        column: heading,
        message: `There is no ${list.noun} with this ${noun}. Leave it blank to add one.`,
      });
    const before = key === "" ? undefined : keyRows.get(key);
    if (before !== undefined)
      return leftOut({ column: heading, message: `Row ${before} has this ${noun} too.` });
    if (!read.ok) return leftOut(...read.problems);
    const { values, unkept = null } = read;
    const refused = list.refuse?.(values, current) ?? [];
    if (refused.length > 0) return leftOut(...refused);
    if (!current) {
      const like = likeness(columns.sameBy, values);
      const other = alike.get(like);
      if (other !== undefined)
        return leftOut({
          column: null,
          message: `The same ${wordsOf(list)} as ${other}. Give it that ${noun} to change it.`,
        });
      alike.set(like, `row ${row}`);
      const about = joined(list.about?.(values), unkept);
      return { row, name, outcome: "added", about, values, current };
    }
    keyRows.set(key, row);
    const differences = changesBetween<object>(current, values);
    const named = list.nameOf({ ...current, ...values });
    if (Object.keys(differences).length === 0)
      return { row, name: named, outcome: "unchanged", id: current.id, values, current };
    const changes = columns.columns
      .filter(({ field }) => field in differences)
      .map(({ heading, write }) => ({
        label: heading,
        before: shown(write(current)),
        after: shown(write({ ...current, ...values })),
      }));
    const remark = joined(list.remarkOn?.(differences), unkept);
    return { row, name: named, outcome: "changed", id: current.id, changes, remark, values, current };
  });
  const seen = fingerprintOf(
    steps.map(({ values, current, ...step }) => [
      step,
      step.outcome === "added" ? values : null,
      step.outcome === "changed" && current ? changesBetween<object>(current, values) : null,
    ]),
  );
  return { steps, seen };
}

/** What is to be known of a row, one sentence after the other; null where that is nothing. */
const joined = (...said: (string | null | undefined)[]): string | null =>
  said.filter(Boolean).join(". ").replace("..", ".") || null;

const shown = (cell: string) => excerpt(cell, EXCERPT_LENGTH) || "nothing";

/** By what a new row is known as one that is there: in any case of its letters. */
const likeness = (fields: readonly string[], values: Values) =>
  JSON.stringify(
    fields.map((field) =>
      String(values[field] ?? "")
        .toLowerCase()
        .replace(/\s+/g, " "),
    ),
  );

const wordsOf = ({ columns }: { columns: Importable["columns"] }) =>
  columns.sameBy.map((field) => labelOf(columns, field).toLowerCase()).join(" and ");
