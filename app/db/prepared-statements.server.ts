import { eq, type InferSelectModel, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, db } from "#app/db/connection.server.ts";

/** Builds a statement only once, because building it takes longer than running it. */
export function prepareOnce<Statement>(build: () => Statement): () => Statement {
  let statement: Statement | undefined;
  return () => (statement ??= build());
}

/** Returns a function that finds the row with a value in a unique column. */
export function finderBy<Table extends SQLiteTable>(table: Table, column: SQLiteColumn) {
  const from: SQLiteTable = table;
  const hasValue = eq(column, sql.placeholder("value"));
  const select = prepareOnce(() => db.select().from(from).where(hasValue).prepare());
  return (value: string) => (select().get({ value }) ?? null) as InferSelectModel<Table> | null;
}

/** SQL for a list of ids, passed as one JSON value: a statement's parameter count is fixed. */
export const idsParameter = (name: string) => sql`(select value from json_each(${sql.placeholder(name)}))`;

/** Passes the ids as one JSON value, because SQLite accepts at most 32,766 parameters. */
export const isAnyOfSql = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in Name]: Placeholder<N> };

export const hasRow = (tx: Db, table: SQLiteTable, which: SQL | undefined): boolean =>
  tx.select({ one: sql`1` }).from(table).where(which).limit(1).get() !== undefined;
