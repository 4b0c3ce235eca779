import type { Db } from "#app/db/connection.server.ts";
import type { Columns } from "#app/models/import/columns.server.ts";
import type { PlannedRow, Problem } from "#app/models/import/import.ts";
import type { UndoOptions } from "#app/models/ledger/undo.server.ts";

export type Values = Record<string, unknown>;
export type Read =
  | { ok: true; values: Values; remarks?: string[]; beside?: Extras }
  | { ok: false; problems: Problem[] };
/** Cells, by field, that are not values of the row, such as a session's speakers. */
export type Extras = Record<string, string>;
export type Person = { name: string; externalId?: string | undefined };
export type CheckedRow = { row: number; name: string; key: string; read: Read };

export type Step<Row = { id: number }> = PlannedRow & { values: Values; current: Row | null; beside: Extras };

/** `newSpeaker` holds values shared by all new speakers; null to create none. */
export type By = { changesetId: number; sendsMail: boolean; newSpeaker: Values | null };

/** Called after the import is on disk. */
export type Afterwards = () => Promise<unknown>;

export type Importable<Row extends { id: number } = { id: number }> = {
  noun: string;
  path: string;
  columns: Columns;
  hasMail: boolean;
  leftByUndo: string;
  /** Returns rows to which these keys and values may refer. */
  find(rows: { key: string; values: Values }[]): Row[];
  keyOf(row: Row): string;
  readKey(cell: string): string;
  isKey(cell: string): boolean;
  /** True if a row without a key matches a similar item, even in a file with this site's columns. */
  findsAlike?: true;
  nameOf(row: Values): string;
  read(given: Values, current: Row | undefined): Promise<Read>;
  /** Adds the speakers named in `beside`; `unknown` lists those not on the site. */
  completing?(): (
    values: Values,
    beside: Extras,
    current: Values | null,
  ) => { values: Values; unknown: Person[] };
  refuse?(values: Values, current: Row | null): Problem[];
  /** Text shown beside the key if a row would add a duplicate. */
  standingOf?(row: Row): string;
  write(tx: Db, steps: Step<Row>[], by: By): Afterwards | undefined;
  undoing(changesetId: number): UndoOptions & { onDisk?: Afterwards };
  namesOf(ids: readonly number[]): string[];
};
