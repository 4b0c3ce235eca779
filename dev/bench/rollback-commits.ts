// Preloaded into the site for one row of the benchmark. Rolls back every transaction instead of
// committing it, to measure the other costs of a registration.
import Database from "better-sqlite3";

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  return prepare.call(this, sql === "commit" ? "rollback" : sql);
} as typeof prepare;
