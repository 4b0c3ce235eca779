import { renameSync } from "node:fs";
import Database from "better-sqlite3";
import { clearTransientTables } from "#app/db/transient-tables.server.ts";

/** Empties the tables of logins and the like in a copy of the database that nobody else uses, and in its unused pages. */
export function removeTransientRows(copy: string): void {
  const cleared = `${copy}.cleared`;
  const sqlite = new Database(copy, { fileMustExist: true });
  try {
    clearTransientTables(sqlite);
    // Not `vacuum`, which makes a copy in a folder for temporary files, where there may be no room.
    sqlite.prepare("vacuum into ?").run(cleared);
  } finally {
    sqlite.close();
  }
  renameSync(cleared, copy);
}
