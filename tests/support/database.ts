import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { vi } from "vitest";
import { newFolder } from "./new-folder.ts";
import { TEMPLATE_DIR } from "./sites.ts";

/** An empty database with every table. Copying it is ten times as fast as running migrations. */
const EMPTY = join(newFolder(), "conference.db");
copyFileSync(join(TEMPLATE_DIR, "conference.db"), EMPTY);
const emptied = new Database(EMPTY);
emptied.pragma("synchronous = off");
for (const table of ["connections", "speakers", "program_sessions", "sqlite_sequence"])
  emptied.exec(`delete from ${table}`);
emptied.exec("vacuum");
emptied.close();

/** Sets DATA_DIR, by default to a folder with an empty database. Import models only afterwards. */
export function useNewDataDir(settings: Record<string, string> = {}): string {
  vi.resetModules();
  vi.unstubAllEnvs();
  const dataDir = settings.DATA_DIR ?? newFolder();
  if (!settings.DATA_DIR) copyFileSync(EMPTY, join(dataDir, "conference.db"));
  for (const [name, value] of Object.entries({ ...settings, DATA_DIR: dataDir })) vi.stubEnv(name, value);
  return dataDir;
}

/** Names of the database files that contain a text, ignoring case. */
export const tracesIn = (dataDir: string, text: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith("conference.db"))
    .filter((name) => readFileSync(join(dataDir, name), "latin1").toLowerCase().includes(text.toLowerCase()));
