// The declaration of an editable kind, and its functions from editable.server.ts.
import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { Db } from "#app/db/connection.server.ts";
import type { MoveRefused, Target } from "#app/models/editable/order.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import type { HistoryWords } from "#app/models/history/history.ts";
import type { Intent } from "#app/models/ledger/changeset.server.ts";
import type { Undone } from "#app/models/ledger/undo.server.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";

export type EditableRow = { id: number; sortOrder: number; createdAt: Date; updatedAt: Date };
export type EditableTable = SQLiteTable &
  Record<"id" | "sortOrder" | "createdAt" | "updatedAt", SQLiteColumn> & { $inferSelect: EditableRow };
export type EditableJson = { id: number; updatedAt: string };

export type Declaration<Words, Table extends EditableTable, Values, Json> = {
  words: Words;
  table: Table;
  input: z.ZodType<Values>;
  /** Calls return these fields and no others. */
  answer: z.ZodObject & z.ZodType<Json>;
  /** In lists, questions and the history. */
  nameOf(row: InferSelectModel<Table>): string;
  /** Where the order is not that of `sortOrder`, then `id`. */
  arrange?(rows: InferSelectModel<Table>[]): InferSelectModel<Table>[];
  /** One is moved among those of its group; all are one without it. */
  groupOf?(row: InferSelectModel<Table>): unknown;
  /** A blank keeps the value of these fields (specification, 5). */
  keepsIfBlank?: readonly string[];
  /** A success adds this about the saved item. */
  remarkOn?(item: Json): string | null;
  /** What else a change changes, in the same transaction. */
  follow?(tx: Db, before: InferSelectModel<Table>, after: InferSelectModel<Table>): void;
  /** Connections link to one by this column, and go with it. */
  linkedBy?: SQLiteColumn;
  /** In the API's document, where it is more than 'Replace a speaker'. */
  summaries?: { update?: string; delete?: string };
  history?: HistoryWords;
};

export type Created<Json> = { ok: true; item: Json } | { ok: false; reason: "stale" };
export type Updated<Json> = { ok: true; item: Json } | { ok: false; reason: "notFound" | "stale" };

export type Moved = { ok: true } | MoveRefused;

export type Editable<
  Words extends EditableWords = EditableWords,
  Table extends EditableTable = EditableTable,
  Values = object,
  Json = EditableJson,
> = Declaration<Words, Table, Values, Json> & {
  list(): Promise<InferSelectModel<Table>[]>;
  get(id: number): Promise<InferSelectModel<Table> | null>;
  toJson(row: InferSelectModel<Table>): Json;
  /** The same writes within a transaction that does more, as an import does. */
  within: {
    list(): (InferSelectModel<Table> & EditableRow)[];
    insert(tx: Db, values: Values): InferSelectModel<Table> & EditableRow;
    replace(tx: Db, row: EditableRow, values: Partial<Values>): InferSelectModel<Table> & EditableRow;
  };
  /** Last in the order. `stale` where the deleted one it is made `insteadOf` has been restored. */
  create(
    values: Values,
    actor: string,
    options?: { intent?: Intent; insteadOf?: number },
  ): Promise<Created<Json> | { ok: false; reason: "formUsed" }>;
  /** What is left out stays; `blanks` are removed. `stale` where it was saved since `seen` (updatedAt in ms). */
  update(
    id: number,
    values: Partial<Values>,
    actor: string,
    options?: { seen?: number; formId?: string; blanks?: readonly string[] },
  ): Promise<Updated<Json>>;
  /** With its connections. Returns the id for the undo; null where there was none. */
  delete(id: number, actor: string, formId?: string): Promise<number | null>;
  undo(changeset: number, actor: string, formId?: string): Promise<Undone>;
  listDeletions(): Promise<Undoable[]>;
  /** Within its group; nothing at the end of the list. `stale` where the order is not that of the target. */
  move(id: number, target: Target, actor: string, formId?: string): Promise<Moved>;
};
