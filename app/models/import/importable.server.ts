import type { Db } from "#app/db/connection.server.ts";
import type { UndoOptions } from "#app/models/changeset/undo.server.ts";
import type { Columns } from "#app/models/import/columns.server.ts";
import type { ImportProblem, PlannedImportRow } from "#app/models/import/import.ts";

export type ItemValues = Record<string, unknown>;
export type RowReadResult =
  | { ok: true; values: ItemValues; remarks?: string[]; beside?: UnstoredCells }
  | { ok: false; problems: ImportProblem[] };
/** Cells, by field, that are not stored in the item's row, such as a session's speakers. */
export type UnstoredCells = Record<string, string>;
export type PersonReference = { name: string; externalId?: string | undefined };
export type CheckedRow = { row: number; name: string; key: string; read: RowReadResult };

export type ImportStep<Row = { id: number }> = PlannedImportRow & {
  values: ItemValues;
  current: Row | null;
  beside: UnstoredCells;
};

/** The speakers to create from a list of sessions. */
export type NewSpeakers = {
  /** The values shared by all new speakers. */
  values: ItemValues;
  /** True to create all those with a full name. */
  hasFullNames: boolean;
  /** Others to create. */
  names: readonly string[];
};
export type ImportContext = { changesetId: number; sendsMail: boolean; newSpeakers: NewSpeakers };

export type Importable<Row extends { id: number } = { id: number }> = {
  noun: string;
  path: string;
  columns: Columns;
  hasMail?: true;
  leftByUndo: string;
  /** Said of a row whose key no item has, if the list cannot add any. */
  notFound?: string;
  /** Returns the stored rows to which these keys and values may refer. */
  find(rows: { key: string; values: ItemValues }[]): Row[];
  keyOf(row: Row): string;
  readKey(cell: string): string;
  isKey(cell: string): boolean;
  nameOf(row: ItemValues): string;
  read(given: ItemValues, current: Row | undefined): Promise<RowReadResult>;
  /** Adds the speakers named in `beside`. `unknown` lists people not on the site. */
  completing?(): (
    values: ItemValues,
    beside: UnstoredCells,
    current: ItemValues | null,
  ) => { values: ItemValues; unknown: PersonReference[]; remarks: string[] };
  refuse?(values: ItemValues, current: Row | null): ImportProblem[];
  write(tx: Db, steps: ImportStep<Row>[], by: ImportContext): void;
  finishUndo?: UndoOptions["afterwards"];
};
