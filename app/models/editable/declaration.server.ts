// The declaration of an editable kind, and the functions that editable.server.ts creates from it.
import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { Db } from "#app/db/connection.server.ts";
import type { Intent } from "#app/models/changeset/changeset.server.ts";
import type { UndoResult } from "#app/models/changeset/undo.server.ts";
import type { EditableWords, HistoryWords, Undoable } from "#app/models/editable/fields.ts";
import type { MoveRefusal, MoveTarget } from "#app/models/editable/order.ts";

export type EditableRow = { id: number; sortOrder: number; createdAt: Date; updatedAt: Date };
export type EditableTable = SQLiteTable &
  Record<"id" | "sortOrder" | "createdAt" | "updatedAt", SQLiteColumn> & { $inferSelect: EditableRow };
export type EditableJson = { id: number; updatedAt: string };

export type EditableDeclaration<Words, Table extends EditableTable, Values, Json> = {
  words: Words;
  table: Table;
  input: z.ZodType<Values>;
  answer: z.ZodObject & z.ZodType<Json>;
  /** The answer to organisers and their tokens. */
  full: z.ZodObject;
  nameOf(row: InferSelectModel<Table>): string;
  /** Replaces the default order (by `sortOrder`, then by `id`). */
  arrange?(rows: InferSelectModel<Table>[]): InferSelectModel<Table>[];
  /** Items move only within their group. Without this function, all items form one group. */
  groupOf?(row: InferSelectModel<Table>): unknown;
  /** True for an item that only organisers see. `published` are the values that publish it. */
  isDraft(row: InferSelectModel<Table>): boolean;
  published: Partial<Values>;
  /** Fields that keep their value if the input is blank (specification, section 5). */
  keepsIfBlank?: readonly string[];
  /** Returns text about the saved item for the success message. */
  remarkOn?(item: Json): string | null;
  /** Names the item's place in the list. A save that moves the item says so, and offers an undo. */
  placeOf?(item: Json): string;
  follow?(tx: Db, before: InferSelectModel<Table>, after: InferSelectModel<Table>): void;
  /** Column of `connections` that refers to an item. Deleting an item deletes its connections. */
  linkedBy?: SQLiteColumn;
  history?: HistoryWords;
};

export type CreateResult<Json> = { ok: true; item: Json } | { ok: false; reason: "stale" };
/** `undoable` is the changeset, if it moved the item to another group or saved rows beside it. */
export type UpdateResult<Json> =
  | { ok: true; item: Json; undoable?: number; isMoved?: boolean }
  | { ok: false; reason: "notFound" | "stale" };

/** The changeset id, null for an unknown item, or `stale` if the item is not the one that was seen. */
export type DeleteResult = number | null | "stale";

/** Rows of another table that a form saves with an item, in the same transaction. */
export type Beside = {
  isStale(tx: Db, id: number): boolean;
  /** Returns false if nothing has changed. */
  save(tx: Db, changesetId: number, item: { id: number; label: string }): boolean;
};

/** The values of emptied fields and of boxes that are not ticked. */
export type Blanks = Record<string, null | false>;

export type MoveResult = { ok: true } | MoveRefusal;

export type Editable<
  Words extends EditableWords = EditableWords,
  Table extends EditableTable = EditableTable,
  Values = object,
  Json = EditableJson,
> = EditableDeclaration<Words, Table, Values, Json> & {
  list(): Promise<InferSelectModel<Table>[]>;
  get(id: number): Promise<InferSelectModel<Table> | null>;
  /** Without drafts, for everything that visitors can read. */
  listPublic(): Promise<InferSelectModel<Table>[]>;
  getPublic(id: number): Promise<InferSelectModel<Table> | null>;
  toJson(row: InferSelectModel<Table>): Json;
  /** More than one only if a list was imported twice. Empty without an id. */
  findByExternalId(values: { externalId?: string | null }): EditableRow[];
  within: {
    list(): (InferSelectModel<Table> & EditableRow)[];
    insert(tx: Db, values: Values): InferSelectModel<Table> & EditableRow;
    /** Writes nothing if no value is new, so that versions and caches stay. */
    replace(tx: Db, row: EditableRow, values: Partial<Values>): InferSelectModel<Table> & EditableRow;
  };
  /** Appends an item. Returns `stale` if another has its external id, or if `insteadOf` was restored. */
  create(
    values: Values,
    actor: string,
    options?: { intent?: Intent; insteadOf?: number; beside?: Beside | undefined },
  ): Promise<CreateResult<Json> | { ok: false; reason: "formUsed" }>;
  /** Stores `blanks` for fields that are empty. Keeps omitted fields. Returns `stale` if `updatedAt` is not `seen` (ms). */
  update(
    id: number,
    values: Partial<Values>,
    actor: string,
    options?: { seen?: number; formId?: string; blanks?: Blanks; beside?: Beside | undefined },
  ): Promise<UpdateResult<Json>>;
  /** Publishes those that are drafts. Returns their number and the changeset, or null for none. */
  publish(
    ids: readonly number[],
    actor: string,
    formId?: string,
  ): Promise<{ count: number; changeset: number } | null>;
  /** Deletes an item and its connections. `seen` is as in `update`. */
  delete(id: number, actor: string, options?: { seen?: number; formId?: string }): Promise<DeleteResult>;
  undo(changeset: number, actor: string, formId?: string): Promise<UndoResult>;
  listDeletions(): Promise<Undoable[]>;
  /** Moves an item within its group. Returns `stale` if the order differs from the target's. */
  move(id: number, target: MoveTarget, actor: string, formId?: string): Promise<MoveResult>;
};
