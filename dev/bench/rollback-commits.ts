// Loaded before the site for one row of the benchmark: every transaction is undone instead of committed,
// so that what is left is the rest of the way a registration takes.
import Database from "better-sqlite3";

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  return prepare.call(this, sql === "commit" ? "rollback" : sql);
} as typeof prepare;
