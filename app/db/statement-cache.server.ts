import type { Database, Statement } from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** More than the site has; those with a list of ids are another one for each length of it. */
const KEPT_STATEMENTS = 300;

/**
 * The same database, on which a text is compiled once: Drizzle compiles each time it runs one. Only for Drizzle:
 * of a statement there is what it calls, and `raw` is one of its own, so that it stays raw for nobody else.
 */
export function withStatementCache(sqlite: Database): Database {
  const kept = new LRUCache<string, Statement>({ max: KEPT_STATEMENTS });
  const prepare = (text: string): Statement => {
    const known = kept.get(text);
    if (known) return known;
    const statement = compileOnce(sqlite, text);
    kept.set(text, statement);
    return statement;
  };
  return Object.create(sqlite, { prepare: { value: prepare } });
}

function compileOnce(sqlite: Database, text: string): Statement {
  let plain: Statement | undefined;
  let raw: Statement | undefined;
  const compiled = () => (plain ??= sqlite.prepare(text));
  return {
    run: (...values: unknown[]) => compiled().run(...values),
    get: (...values: unknown[]) => compiled().get(...values),
    all: (...values: unknown[]) => compiled().all(...values),
    raw: () => (raw ??= sqlite.prepare(text).raw()),
  } as unknown as Statement;
}
