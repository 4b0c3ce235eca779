// What an import would do, row by row: first each row is checked by the schema of the forms, then it is compared
// with what there is. The second part waits for nothing, so that the transaction that imports can repeat it.
import type { Editable, EditableRow } from "#app/models/editable/declaration.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { changesBetween } from "#app/models/history/audit-log.server.ts";
import { EXCERPT_LENGTH, shownChanges } from "#app/models/history/history.ts";
import { COLUMNS, type Column, ID_HEADING, matchHeadings } from "#app/models/import/columns.server.ts";
import { parseCsv } from "#app/models/import/csv-file.server.ts";
import type { PlannedRow } from "#app/models/import/import.ts";
import { fingerprintOf } from "#app/models/submission/idempotency.server.ts";

type Problems = { column: string | null; message: string }[];
/** A row after its check: what it says of its fields, or what is wrong with it. */
type CheckedRow = {
  row: number;
  name: string;
  id: string;
  read: { ok: true; values: Record<string, unknown> } | { ok: false; problems: Problems };
};
export type CheckedFile = { kind: EditableKind; rows: CheckedRow[]; ignored: string[] };

/** A file whose rows are checked by the schema, each for itself. */
export async function checkFile(
  kind: EditableKind,
  text: string,
): Promise<{ ok: true; file: CheckedFile } | { ok: false; problem: string }> {
  const parsed = parseCsv(text);
  if (!parsed.ok) return parsed;
  const matched = matchHeadings(COLUMNS[kind], parsed.headings);
  if (!matched.ok) return matched;
  const { idAt, places, ignored } = matched;
  const editable: Editable = EDITABLES[kind];
  const current = new Map(editable.within.list().map((row) => [row.id, row]));
  const rows: CheckedRow[] = [];
  for (const { row, cells } of parsed.rows) {
    const id = (cells[idAt] ?? "").trim();
    const given = Object.fromEntries(
      places.map(({ column, at }) => [column.field, column.read(cells[at] ?? "")]),
    );
    const name = String(given[COLUMNS[kind].sameBy[0]] ?? "").trim();
    const tooMany = cells.slice(parsed.headings.length).some((cell) => cell.trim() !== "");
    const read = tooMany
      ? refused(
          "There are more cells than headings: a text with a separator in it has to be in quotation marks.",
        )
      : await readRow(editable, places, given, current.get(Number(id)));
    rows.push({ row, name, id, read });
  }
  return { ok: true, file: { kind, rows, ignored } };
}

const refused = (message: string, column: string | null = null) => ({
  ok: false as const,
  problems: [{ column, message }],
});

/** Checks a row as the form would be: what the file does not name is as it is. */
async function readRow(
  { input, keepsIfBlank }: Editable,
  places: { column: Column }[],
  given: Record<string, unknown>,
  current: EditableRow | undefined,
): Promise<CheckedRow["read"]> {
  const parsed = await input.safeParseAsync({ ...current, ...given });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: [field], message }) => ({
      column: places.find(({ column }) => column.field === field)?.column.heading ?? String(field ?? ""),
      message,
    }));
    return { ok: false, problems };
  }
  const isKept = ([field, value]: [string, unknown]) =>
    current === undefined || (field in given && !(value === null && keepsIfBlank?.includes(field)));
  return { ok: true, values: Object.fromEntries(Object.entries(parsed.data).filter(isKept)) };
}

export type Step = PlannedRow & { values: Record<string, unknown>; current: EditableRow | null };

/** What becomes of each row now, and a text that says so: it is another one if any of that is. */
export function planRows({ kind, rows }: CheckedFile): { steps: Step[]; seen: string } {
  const editable: Editable = EDITABLES[kind];
  const all = editable.within.list();
  const byId = new Map(all.map((row) => [String(row.id), row]));
  const likeness = likenessOf(kind);
  const alike = new Map(all.map((row) => [likeness(row), `the one with the ID ${row.id}`]));
  const idRows = new Map<string, number>();
  const steps = rows.map(({ row, name, id, read }): Step => {
    const leftOut = (problems: Problems): Step => ({
      row,
      name,
      outcome: "leftOut",
      problems,
      values: {},
      current: null,
    });
    const current = byId.get(id) ?? null;
    if (id !== "" && !current)
      return leftOut([
        {
          column: ID_HEADING,
          message: `There is no ${editable.words.noun} with this ID. Leave it blank to add one.`,
        },
      ]);
    const before = id === "" ? undefined : idRows.get(id);
    if (before !== undefined)
      return leftOut([{ column: ID_HEADING, message: `Row ${before} has this ID too.` }]);
    if (!read.ok) return leftOut(read.problems);
    const { values } = read;
    if (!current) {
      const other = alike.get(likeness(values));
      if (other !== undefined)
        return leftOut([
          { column: null, message: `The same ${wordsOf(kind)} as ${other}. Give it that ID to change it.` },
        ]);
      alike.set(likeness(values), `row ${row}`);
      return { row, name, outcome: "added", values, current };
    }
    idRows.set(id, row);
    const differences = changesBetween<object>(current, values);
    const named = editable.nameOf({ ...current, ...values } as never);
    if (Object.keys(differences).length === 0)
      return { row, name: named, outcome: "unchanged", id: current.id, values, current };
    const changes = shownChanges(differences, EXCERPT_LENGTH, { labels: editable.words.labels });
    return { row, name: named, outcome: "changed", id: current.id, changes, values, current };
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

/** By what a new row is known as one that is there: in any case of its letters. */
const likenessOf = (kind: EditableKind) => (values: object) =>
  JSON.stringify(
    COLUMNS[kind].sameBy.map((field) =>
      String((values as Record<string, unknown>)[field] ?? "")
        .toLowerCase()
        .replace(/\s+/g, " "),
    ),
  );

const wordsOf = (kind: EditableKind) => {
  const labels: Record<string, string> = EDITABLES[kind].words.labels;
  return COLUMNS[kind].sameBy.map((field) => labels[field]?.toLowerCase()).join(" and ");
};
