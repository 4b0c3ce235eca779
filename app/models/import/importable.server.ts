// What a kind of things says of itself so that lists of them can be imported; the rest is the same for all.
import type { Db } from "#app/db/connection.server.ts";
import type { Columns } from "#app/models/import/columns.server.ts";
import type { PlannedRow, Problem } from "#app/models/import/import.ts";
import type { UndoOptions } from "#app/models/ledger/undo.server.ts";

export type Values = Record<string, unknown>;
/**
 * What a row of the file says of its fields, and what comes with it or is not kept as it says; or what is wrong with it.
 */
export type Read = { ok: true; values: Values; remarks?: string[] } | { ok: false; problems: Problem[] };
/** A row after its check, which asked for nothing but what it is to change. */
export type CheckedRow = { row: number; name: string; key: string; read: Read };

/** What becomes of a row, what it changes, and what there is of that. */
export type Step<Row = { id: number }> = PlannedRow & { values: Values; current: Row | null };

/** The changeset that imports, and whether those whom it is about are told by email. */
export type By = { changesetId: number; sendsMail: boolean };

/** What is done once a write is on disk, in this process. */
export type Afterwards = () => Promise<unknown>;

export type Importable<Row extends { id: number } = { id: number }> = {
  noun: string;
  /** `/admin/{path}` is its screen. */
  path: string;
  columns: Columns;
  /** Whether people are told by email of what an import does to them. */
  hasMail: boolean;
  /** Those whom an undo leaves as they are, in words. */
  leftByUndo: string;
  /** What there is that rows with these keys and values may be about. */
  find(rows: { key: string; values: Values }[]): Row[];
  keyOf(row: Row): string;
  /** A cell of the key column as `keyOf` has it. */
  readKey(cell: string): string;
  nameOf(row: Values): string;
  /** Checks what a row says of fields in which it differs from what there is, by the schema of the forms. */
  read(given: Values, current: Row | undefined): Promise<Read>;
  /** Why what a row says cannot be done to what there is now. */
  refuse?(values: Values, current: Row | null): Problem[];
  /** What there is beside its key, for whoever would add it again. */
  standingOf?(row: Row): string;
  /** Carries out the rows that are added or changed. */
  write(tx: Db, steps: Step<Row>[], by: By): Afterwards | undefined;
  /** How the changeset of an import is undone. */
  undoing(changesetId: number): UndoOptions & { onDisk?: Afterwards };
  /** What these are called, in the order of the ids. */
  namesOf(ids: readonly number[]): string[];
};
