import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A statement that is built when it is first asked for, and kept. For what is asked often: Drizzle takes longer to
 * build the text of a statement than SQLite to run it. Not before, as migrations may have to come first.
 */
export function prepared<Statement>(build: () => Statement): () => Statement {
  let statement: Statement | undefined;
  return () => {
    statement ??= build();
    return statement;
  };
}

/** The ids of a list that is given to a prepared statement as one value, in JSON: its text has no place for each. */
export const idsIn = (name: string) => sql`(select value from json_each(${sql.placeholder(name)}))`;

/** True where a column has one of these ids. They are one value in JSON: SQLite takes at most 32,766 separate ones. */
export const isAnyOf = (column: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** A place for each of these values in a statement that is prepared, under its own name. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [N in Name]: Placeholder<N> };
