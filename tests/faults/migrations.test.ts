import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { faultsOf, inDatabase, lookAtCopy } from "./support/rows.ts";
import {
  columnsOf,
  contentsOf,
  copyOf,
  fill,
  nextVersion,
  OPENER,
  openInAnotherProcess,
} from "./support/schemas.ts";
import { startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const KILLS = cases(50, 5);
const ROWS = 500;
const MANY_ROWS = cases(20_000, 5_000);

test("a starting site upgrades a database of this version, and keeps a copy for rollback", async () => {
  const { dataDir, columns, contents } = filledDatabase(ROWS);
  // Excludes the search columns, because maintenance fills them.
  const lasting = Object.fromEntries(
    LASTING.map((table) => [table, columns[table]?.filter((column) => column !== "search_text") ?? []]),
  );
  const before = inDatabase(dataDir, (sqlite) => contentsOf(sqlite, lasting));
  const cwd = nextVersion(dataDir, ["speakers", "program_sessions", "delegates"]);
  // Starts without organisers, because the history would record them.
  const site = await startSite({ dataDir, cwd, settings: { ADMIN_EMAILS: "" } });
  expect((await fetch(site.origin)).status).toBe(200);
  expect(await site.end("SIGTERM")).toBe(0);
  expect(inDatabase(dataDir, (sqlite) => stateOf(sqlite, lasting))).toEqual([[], before]);

  const [copy = "", ...others] = readdirSync(copiesIn(dataDir));
  expect(others).toEqual([]);
  const earlier = newDataDir();
  copyFileSync(join(copiesIn(dataDir), copy), join(earlier, "conference.db"));
  expect(openInAnotherProcess(earlier)).toEqual({ status: 0, stderr: "" });
  inDatabase(earlier, (sqlite) => expect(contentsOf(sqlite, columns)).toEqual(contents));
  record(
    `A database with ${ROWS} rows per table was upgraded by \`npm start\` and rolled back`,
    "No data was lost",
  );
});

/** Tables that maintenance leaves unchanged. The rows in other tables have expired. */
const LASTING = ["speakers", "program_sessions", "connections", "delegates"];

test("migrations killed midway and run again lose nothing", async () => {
  const { dataDir, columns, contents } = filledDatabase(MANY_ROWS);
  // Rebuilds of referenced tables are the riskiest migrations.
  const rebuilds = Array.from({ length: 4 }, () => ["speakers", "program_sessions", "delegates"]).flat();
  const folder = nextVersion(dataDir, rebuilds);
  const undisturbed = await migrateAndKill(copyOf(dataDir), folder, isCopied, Number.POSITIVE_INFINITY);

  let killedMidway = 0;
  let kills = 0;
  for (; kills < KILLS; kills += 1) {
    const attempted = copyOf(dataDir);
    // One kill in five comes during the copy before the migration.
    const hasBegun = kills % 5 === 0 ? isCopying : isCopied;
    const afterMs = 0.9 * undisturbed.workMs * Math.random();
    const { wasKilled } = await migrateAndKill(attempted, folder, hasBegun, afterMs);
    if (wasKilled) killedMidway += 1;
    expect(lookAtCopy(attempted, (sqlite) => stateOf(sqlite, columns))).toEqual([[], contents]);
    expect(openInAnotherProcess(attempted, folder).status).toBe(0);
    expect(inDatabase(attempted, (sqlite) => stateOf(sqlite, columns))).toEqual([[], contents]);
    expect(brokenCopiesIn(attempted, columns, contents)).toEqual([]);
  }
  expect(killedMidway).toBeGreaterThan(KILLS / 3);
  const times = `${kills} times, ${killedMidway} of them midway`;
  record(`Migrations of ${MANY_ROWS} rows per table were killed ${times}, and run again`, "No data was lost");
});

/** Creates a DATA_DIR with rows in every table. */
function filledDatabase(rows: number) {
  const dataDir = newDataDir();
  return inDatabase(dataDir, (sqlite) => {
    sqlite.pragma("journal_mode = wal");
    migrateDatabase(sqlite, "drizzle");
    fill(sqlite, rows);
    return { dataDir, columns: columnsOf(sqlite), contents: contentsOf(sqlite) };
  });
}

const copiesIn = (dataDir: string) => join(dataDir, "before-migration");
const isCopying = (dataDir: string) => existsSync(copiesIn(dataDir));
const completeCopiesIn = (dataDir: string) =>
  readdirSync(copiesIn(dataDir)).filter((name) => name.endsWith(".db"));
const isCopied = (dataDir: string) => isCopying(dataDir) && completeCopiesIn(dataDir).length > 0;

/** Kills a migration `afterMs` after it has begun, unless it ends earlier. */
async function migrateAndKill(
  dataDir: string,
  folder: string,
  hasBegun: (dataDir: string) => boolean,
  afterMs: number,
) {
  const child = spawn(process.execPath, [OPENER], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await until("the migration has begun", () => hasBegun(dataDir));
  const start = performance.now();
  if (Number.isFinite(afterMs)) {
    await pause(afterMs);
    child.kill("SIGKILL");
  }
  await ended;
  return { wasKilled: child.signalCode === "SIGKILL", workMs: performance.now() - start };
}

const brokenCopiesIn = (dataDir: string, columns: Record<string, string[]>, contents: unknown): string[] =>
  completeCopiesIn(dataDir).filter((name) => {
    const sqlite = new Database(join(copiesIn(dataDir), name));
    try {
      return !isDeepStrictEqual(stateOf(sqlite, columns), [[], contents]);
    } catch {
      return true;
    } finally {
      sqlite.close();
    }
  });

const stateOf = (sqlite: Database.Database, columns: Record<string, string[]>) => [
  faultsOf(sqlite),
  contentsOf(sqlite, columns),
];
