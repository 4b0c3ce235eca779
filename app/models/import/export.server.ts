import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { asText, BYTE_ORDER_MARK, toCsv } from "#app/models/import/csv-cells.server.ts";
import { IMPORTABLES } from "#app/models/import/importables.server.ts";

/** Importing the file changes nothing. */
export async function exportCsv(kind: EditableKind, separator: string): Promise<string> {
  const { key, columns } = IMPORTABLES[kind].columns;
  const rows = (await EDITABLES[kind].list()).map((row) => [
    String(row.id),
    ...columns.map(({ write }) => asText(write(row))),
  ]);
  const head = [key.heading, ...columns.map(({ heading }) => heading)];
  return BYTE_ORDER_MARK + toCsv([head, ...rows], separator);
}
