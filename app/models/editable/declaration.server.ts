// What a kind of editable things says of itself, and what editable.server.ts makes of that.
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

/** What a kind says of itself. */
export type Declaration<Words, Table extends EditableTable, Values, Json> = {
  words: Words;
  table: Table;
  /** What forms and calls send to create or replace one. */
  input: z.ZodType<Values>;
  /** What calls answer with: these fields of a row, and no others. */
  answer: z.ZodObject & z.ZodType<Json>;
  /** What one is called in lists, questions and the history. */
  nameOf(row: InferSelectModel<Table>): string;
  /** Puts all of them in order, where that is not the one of `sortOrder`, then `id`. */
  arrange?(rows: InferSelectModel<Table>[]): InferSelectModel<Table>[];
  /** Among which others one is moved, where it is not all of them. */
  groupOf?(row: InferSelectModel<Table>): unknown;
  /** The fields of which a blank keeps what there is (specification, 5). */
  keepsIfBlank?: readonly string[];
  /** What a success has to add about what was saved, or null. */
  remarkOn?(item: Json): string | null;
  /** The column by which connections link to one, where it has any: they go with it. */
  linkedBy?: SQLiteColumn;
  /** What the API's document says of its calls, where it is more than 'Replace a speaker'. */
  summaries?: { update?: string; delete?: string };
  /** In which words its history is told, beside its labels. */
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
  /** All of them, in their order. */
  list(): Promise<InferSelectModel<Table>[]>;
  /** The one with this id, or null. */
  get(id: number): Promise<InferSelectModel<Table> | null>;
  toJson(row: InferSelectModel<Table>): Json;
  /** The same writes within a transaction that does more than one of them, as an import does. */
  within: {
    list(): (InferSelectModel<Table> & EditableRow)[];
    insert(tx: Db, values: Values): InferSelectModel<Table> & EditableRow;
    replace(tx: Db, row: EditableRow, values: Partial<Values>): InferSelectModel<Table> & EditableRow;
  };
  /**
   * Creates one, last in the order; once for one intent. With `insteadOf`, the id of one that was deleted, it
   * is refused as `stale` where that one has been restored.
   * Here and below `actor` is the email address of the organiser who does it, for the history.
   */
  create(
    values: Values,
    actor: string,
    options?: { intent?: Intent; insteadOf?: number },
  ): Promise<Created<Json> | { ok: false; reason: "formUsed" }>;
  /**
   * Replaces the fields that `values` names; a blank one of `keepsIfBlank` only where `blanks` names it. With `seen`,
   * the updatedAt (in milliseconds) that the editor saw, one that somebody saved in between stays as it is: `stale`.
   * Here and below `formId` is the one-time id of the form that asks, which says itself what for: its second
   * copy is answered like the first.
   */
  update(
    id: number,
    values: Partial<Values>,
    actor: string,
    options?: { seen?: number; formId?: string; blanks?: readonly string[] },
  ): Promise<Updated<Json>>;
  /** Deletes one and its connections. Answers the id by which it is undone; null where there was none. */
  delete(id: number, actor: string, formId?: string): Promise<number | null>;
  /** Puts back what was deleted, as it was: id, place and connections. */
  undo(changeset: number, actor: string, formId?: string): Promise<Undone>;
  /** What can still be brought back, the latest first. */
  listDeletions(): Promise<Undoable[]>;
  /**
   * Moves one among those of its group: a place up or down, which is nothing at the end of the list, or to a place. An
   * order that is another by then than the target says stays as it is: `stale`.
   */
  move(id: number, target: Target, actor: string, formId?: string): Promise<Moved>;
};
