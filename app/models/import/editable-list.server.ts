import type { Editable, EditableRow } from "#app/models/editable/declaration.server.ts";
import { type Columns, problemsOf } from "#app/models/import/columns.server.ts";
import type { Importable } from "#app/models/import/importable.server.ts";

export function listOf(editable: Editable, columns: Columns): Importable<EditableRow> {
  const { words, within, input, keepsIfBlank } = editable;
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
      if (!parsed.success) return { ok: false, problems: problemsOf(columns, parsed.error) };
      const isKept = ([field, value]: [string, unknown]) =>
        current === undefined || (field in given && !(value === null && keepsIfBlank?.includes(field)));
      return { ok: true, values: Object.fromEntries(Object.entries(parsed.data).filter(isKept)) };
    },

    write: (tx, steps) => {
      for (const { outcome, values, current } of steps) {
        if (outcome === "added") within.insert(tx, values);
        if (outcome === "changed" && current) within.replace(tx, current, values);
      }
      return undefined;
    },

    undoing: () => ({}),

    namesOf: (ids) => {
      const rows = new Map(within.list().map((row) => [row.id, row]));
      return ids.flatMap((id) => rows.get(id) ?? []).map((row) => editable.nameOf(row as never));
    },
  };
}
