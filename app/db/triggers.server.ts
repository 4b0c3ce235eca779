// Triggers are created at startup, so no migration has to create them again.
import type { Database } from "better-sqlite3";
import { changeTriggers, type Trigger } from "#app/db/change-triggers.server.ts";

/** The version that every change to a table replaces (docs/decisions/cache.md). */
const VERSION_OF = {
  speakers: "pages",
  program_sessions: "pages",
  connections: "pages",
  delegates: "delegates",
};
const NEW_VERSION = "lower(hex(randomblob(8)))";

const versionTriggers = (): Trigger[] =>
  Object.entries(VERSION_OF).flatMap(([table, version]) =>
    ["insert", "update", "delete"].map((kind) => {
      const name = `version_${table}_${kind}`;
      const sql = `CREATE TRIGGER ${name} AFTER ${kind} ON ${table} BEGIN
update versions set version = ${NEW_VERSION} where name = '${version}';
END`;
      return { name, sql };
    }),
  );

/** Does nothing if the triggers are up to date. */
export function createTriggers(sqlite: Database): void {
  const wanted = [...changeTriggers(sqlite), ...versionTriggers()];
  const there = readTriggers(sqlite);
  const isSame = (one: Trigger) => there.some(({ name, sql }) => name === one.name && sql === one.sql);
  if (there.length === wanted.length && wanted.every(isSame)) return;
  sqlite
    .transaction(() => {
      dropTriggers(sqlite);
      for (const { sql } of wanted) sqlite.exec(sql);
      for (const name of new Set(Object.values(VERSION_OF)))
        sqlite.exec(`insert or ignore into versions values ('${name}', ${NEW_VERSION})`);
    })
    .immediate();
}

/** Drops the triggers, because a migration may change columns that they name. */
export function dropTriggers(sqlite: Database): void {
  for (const { name } of readTriggers(sqlite)) sqlite.exec(`drop trigger ${name}`);
}

const readTriggers = (sqlite: Database): Trigger[] =>
  (sqlite.prepare("select name, sql from sqlite_schema where type = 'trigger'").all() as Trigger[]).filter(
    ({ name }) => /^(change|version)_/.test(name),
  );
