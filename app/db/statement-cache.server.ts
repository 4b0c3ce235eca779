import type { Database, Statement } from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** In characters: more than all texts of the site, but for those with a list of ids, of which there is one for each length. */
const LIMIT = 256_000;

/** What Drizzle calls of a statement. */
type Prepared = Pick<Statement, "run" | "get" | "all" | "raw">;

/**
 * The same database, on which a text is compiled once: Drizzle compiles each time it runs one. Only for Drizzle:
 * `raw` is a statement of its own, so that it stays raw for nobody else.
 */
export function withStatementCache(sqlite: Database): Database {
  const kept = new LRUCache<string, Prepared>({
    maxSize: LIMIT,
    sizeCalculation: (_, text) => text.length,
  });
  const prepare = (text: string): Prepared => {
    const known = kept.get(text);
    if (known) return known;
    const statement = lazyStatement(sqlite, text);
    kept.set(text, statement);
    return statement;
  };
  // Everything else of the database, transactions among that, is its own.
  return Object.create(sqlite, { prepare: { value: prepare } });
}

/** Compiles when it is first run, raw and not raw apart. */
function lazyStatement(sqlite: Database, text: string): Prepared {
  let plain: Statement | undefined;
  let raw: Statement | undefined;
  const compiled = () => (plain ??= sqlite.prepare(text));
  return {
    run: (...values: unknown[]) => compiled().run(...values),
    get: (...values: unknown[]) => compiled().get(...values),
    all: (...values: unknown[]) => compiled().all(...values),
    raw: () => (raw ??= sqlite.prepare(text).raw()),
  };
}
