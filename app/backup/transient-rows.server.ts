import { renameSync } from "node:fs";
import Database from "better-sqlite3";
import { clearTransientTables, holdWaitingMail } from "#app/db/transient-tables.server.ts";

/** Rids a copy of the database that nobody else uses, and its unused pages, of logins and the like, and holds its mail. */
export function removeTransientRows(copy: string): void {
  const cleared = `${copy}.cleared`;
  const sqlite = new Database(copy, { fileMustExist: true });
  try {
    clearTransientTables(sqlite);
    holdWaitingMail(sqlite);
    // Not `vacuum`, which makes a copy in a folder for temporary files, where there may be no room.
    sqlite.prepare("vacuum into ?").run(cleared);
  } finally {
    sqlite.close();
  }
  renameSync(cleared, copy);
}
