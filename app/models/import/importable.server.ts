// The declaration of things that can be imported; the rest is the same for all.
import type { Db } from "#app/db/connection.server.ts";
import type { Columns } from "#app/models/import/columns.server.ts";
import type { PlannedRow, Problem } from "#app/models/import/import.ts";
import type { UndoOptions } from "#app/models/ledger/undo.server.ts";

export type Values = Record<string, unknown>;
export type Read =
  | { ok: true; values: Values; remarks?: string[]; beside?: Beside }
  | { ok: false; problems: Problem[] };
/** Cells that are no value of the row, by field. */
export type Beside = Record<string, string>;
/** A speaker named in a list. */
export type Person = { name: string; externalId?: string | undefined };
/** The check asks for nothing but the row that it is to change. */
export type CheckedRow = { row: number; name: string; key: string; read: Read };

export type Step<Row = { id: number }> = PlannedRow & { values: Values; current: Row | null; beside: Beside };

/** `newSpeaker` has the values shared by all new speakers; null to create none. */
export type By = { changesetId: number; sendsMail: boolean; newSpeaker: Values | null };

/** Work of this process once a write is on disk. */
export type Afterwards = () => Promise<unknown>;

export type Importable<Row extends { id: number } = { id: number }> = {
  noun: string;
  path: string;
  columns: Columns;
  hasMail: boolean;
  /** Words for those whom an undo leaves as they are. */
  leftByUndo: string;
  /** The rows that these keys and values may be about. */
  find(rows: { key: string; values: Values }[]): Row[];
  keyOf(row: Row): string;
  readKey(cell: string): string;
  /** False for the key of another tool. */
  isKey(cell: string): boolean;
  /** A row without a key is the one that is alike, also in a file with our own columns. */
  findsAlike?: true;
  nameOf(row: Values): string;
  /** Checks the fields that differ by the schema of the forms. */
  read(given: Values, current: Row | undefined): Promise<Read>;
  /** Adds the speakers named beside the row; `unknown` are those who are not on the site. */
  completing?(): (
    values: Values,
    beside: Beside,
    current: Values | null,
  ) => { values: Values; unknown: Person[] };
  refuse?(values: Values, current: Row | null): Problem[];
  /** Shown beside the key where a row would add the same again. */
  standingOf?(row: Row): string;
  write(tx: Db, steps: Step<Row>[], by: By): Afterwards | undefined;
  undoing(changesetId: number): UndoOptions & { onDisk?: Afterwards };
  namesOf(ids: readonly number[]): string[];
};
