import { listExportedColumns } from "#app/models/import/columns.server.ts";
import { BYTE_ORDER_MARK, protectCell, toCsv } from "#app/models/import/csv-cells.server.ts";
import type { Importable } from "#app/models/import/importable.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";

/** Exports a complete list. Importing the unchanged file changes nothing. */
export async function exportCsv(kind: ImportKind): Promise<string> {
  const list: Importable = IMPORTABLES[kind];
  const { key } = list.columns;
  const columns = listExportedColumns(list.columns);
  const rows = list
    .find([])
    .map((row) => [list.keyOf(row), ...columns.map(({ write }) => protectCell(write({ ...row })))]);
  const head = [key.heading, ...columns.map(({ heading }) => heading)];
  return BYTE_ORDER_MARK + toCsv([head, ...rows]);
}
