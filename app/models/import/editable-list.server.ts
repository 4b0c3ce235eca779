// Lists of things that organisers edit: written by the functions behind their forms.
import type { Db } from "#app/db/connection.server.ts";
import type { Editable, EditableRow } from "#app/models/editable/declaration.server.ts";
import { type Columns, labelOf } from "#app/models/import/columns.server.ts";
import type { Importable } from "#app/models/import/importable.server.ts";

export function listOf(editable: Editable, columns: Columns): Importable<EditableRow> {
  const { words, within, input, keepsIfBlank } = editable;
  const fieldsOf = (row: Record<string, unknown>) =>
    Object.fromEntries(columns.columns.map(({ field }) => [field, row[field]]));
  return {
    noun: words.noun,
    path: words.path,
    columns,
    hasMail: false,
    leftByUndo: "what was changed or connected since",
    find: () => within.list(),
    keyOf: ({ id }) => String(id),
    readKey: (cell) => cell.trim(),
    nameOf: (row) => editable.nameOf(row as never),

    read: async (given, current) => {
      const parsed = await input.safeParseAsync({ ...current, ...given });
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path: [field], message }) => ({
          column: labelOf(columns, String(field ?? "")),
          message,
        }));
        return { ok: false, problems };
      }
      const isKept = ([field, value]: [string, unknown]) =>
        current === undefined || (field in given && !(value === null && keepsIfBlank?.includes(field)));
      return { ok: true, values: Object.fromEntries(Object.entries(parsed.data).filter(isKept)) };
    },

    write: (tx, steps, { actor }) => {
      const added: EditableRow[] = [];
      const before: EditableRow[] = [];
      const changed: EditableRow[] = [];
      for (const { outcome, values, current } of steps) {
        if (outcome === "added") added.push(within.insert(tx, values, actor));
        if (outcome === "changed" && current) {
          before.push(current);
          changed.push(within.replace(tx, current, values, actor));
        }
      }
      const versions = (rows: EditableRow[]) =>
        rows.map(({ id, updatedAt }) => ({ id, updatedAt: updatedAt.getTime() }));
      return { kept: { added: versions(added), changed: versions(changed), before } };
    },

    undo: (tx, { added = [], changed = [], before = [] }, actor) => {
      const now = new Map(within.list().map((row) => [row.id, row]));
      const wasBefore = new Map(before.map((row) => [row.id, row]));
      const left: number[] = [];
      for (const { id, updatedAt } of [...added, ...changed]) {
        const row = now.get(Number(id));
        // Deleted since: there is nothing left to undo of it.
        if (!row) continue;
        const was = wasBefore.get(row.id);
        const isTouched =
          row.updatedAt.getTime() !== updatedAt || (!was && isConnected(tx, editable, row.id));
        if (isTouched) left.push(row.id);
        else if (was) within.replace(tx, row, fieldsOf(was), actor);
        else within.remove(tx, row, actor);
      }
      return { left };
    },

    namesOf: (ids) => {
      const rows = new Map(within.list().map((row) => [row.id, row]));
      return ids.flatMap((id) => rows.get(id) ?? []).map((row) => editable.nameOf(row as never));
    },
  };
}

const isConnected = (tx: Db, { linksOf }: Editable, id: number) => (linksOf?.(tx, id).length ?? 0) > 0;
