import type { Database, Statement } from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** Limit in characters. All the site's SQL fits, except statements with lists of ids. */
const LIMIT = 256_000;

type Prepared = Pick<Statement, "run" | "get" | "all" | "raw">;

/** Compiles each statement once, and again for `raw`. Drizzle would compile it on every run. */
export function withStatementCache(sqlite: Database): Database {
  const kept = new LRUCache<string, Prepared>({
    maxSize: LIMIT,
    memoMethod: (text) => lazyStatement(sqlite, text),
    sizeCalculation: (_, text) => text.length,
  });
  // Inherits all other methods, including `transaction`, from the database.
  return Object.create(sqlite, { prepare: { value: (text: string) => kept.memo(text) } });
}

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
