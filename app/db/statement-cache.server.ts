import type { Database, Statement } from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** In characters: more than all texts of the site but the lists of ids. */
const LIMIT = 256_000;

type Prepared = Pick<Statement, "run" | "get" | "all" | "raw">;

/** Compiles each text once: Drizzle compiles at each run. `raw` has a statement of its own. */
export function withStatementCache(sqlite: Database): Database {
  const kept = new LRUCache<string, Prepared>({
    maxSize: LIMIT,
    memoMethod: (text) => lazyStatement(sqlite, text),
    sizeCalculation: (_, text) => text.length,
  });
  // All else of the database, transactions too, is its own.
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
