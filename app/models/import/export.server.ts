import { listExportedColumns } from "#app/models/import/columns.server.ts";
import { BYTE_ORDER_MARK, protectCell, toCsv } from "#app/models/import/csv-cells.server.ts";
import type { Importable, ItemValues } from "#app/models/import/importable.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";

/** Exports a complete list. Importing the unchanged file changes nothing. */
export async function exportCsv(kind: ImportKind): Promise<string> {
  const { columns: all, find, keyOf }: Importable = IMPORTABLES[kind];
  const columns = listExportedColumns(all);
  const cellsOf = (row: ItemValues) => columns.map(({ write }) => protectCell(write(row)));
  const rows = find([]).map((row) => [keyOf(row), ...cellsOf({ ...row })]);
  const head = [all.key.heading, ...columns.map(({ heading }) => heading)];
  return BYTE_ORDER_MARK + toCsv([head, ...rows]);
}
