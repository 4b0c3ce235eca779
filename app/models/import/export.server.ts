import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { COLUMNS, ID_HEADING } from "#app/models/import/columns.server.ts";
import { asText, BYTE_ORDER_MARK, toCsv } from "#app/models/import/csv-cells.server.ts";

/** All of one kind as a CSV file whose import changes nothing. */
export async function exportCsv(kind: EditableKind): Promise<string> {
  const editable: Editable = EDITABLES[kind];
  const { columns } = COLUMNS[kind];
  const rows = (await editable.list()).map((row) => {
    const values = row as unknown as Record<string, unknown>;
    return [String(row.id), ...columns.map(({ field, write }) => asText(write(values[field])))];
  });
  return BYTE_ORDER_MARK + toCsv([[ID_HEADING, ...columns.map(({ heading }) => heading)], ...rows]);
}

/** The headings that a file may have. */
export const headingsOf = (kind: EditableKind) => {
  const { columns, required } = COLUMNS[kind];
  return columns.map(({ field, heading }) => ({ heading, isRequired: required.includes(field) }));
};
