import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { newDataDir } from "../support/server.ts";
import { cases, isFull, record } from "./support/findings.ts";
import { countOf, faultsOf, inDatabase, lookAtCopy } from "./support/rows.ts";
import {
  columnsOf,
  contentsOf,
  copyOf,
  fill,
  folderOf,
  OPENER,
  openInAnotherProcess,
  RELEASED,
  rebuilding,
} from "./support/schemas.ts";
import { startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const KILLS = cases(50, 3);
const ROWS = 500;
const MANY_ROWS = cases(20_000, 5_000);

test("migrations of every released schema lose nothing", () => {
  for (let count = 1; count <= RELEASED.length; count += 1) {
    const { dataDir, columns, contents } = releasedDatabase(count, ROWS);
    inDatabase(dataDir, (sqlite) => migrateDatabase(sqlite, "drizzle"));
    expect(inDatabase(dataDir, (sqlite) => stateOf(sqlite, columns))).toEqual([[], contents]);
    expect(countOf(dataDir, "select count(*) from __drizzle_migrations")).toBe(RELEASED.length);
  }
  record(
    `Databases with ${RELEASED.length} older schemas and ${ROWS} rows per table were migrated`,
    "No data was lost",
  );
});

/** Tables that maintenance leaves unchanged. The rows in other tables have expired. */
const LASTING = ["speakers", "program_sessions", "connections", "delegates", "audit_log"];

test("a starting site upgrades released schemas and keeps a copy for rollback", async () => {
  const some = [1, RELEASED.length >> 1, RELEASED.length - 1, RELEASED.length];
  for (const count of isFull ? RELEASED.map((_, index) => index + 1) : some) {
    const { dataDir, columns, contents } = releasedDatabase(count, ROWS);
    // Excludes the search columns, because maintenance fills them.
    const kept = LASTING.filter((table) => columns[table]);
    const lasting = Object.fromEntries(
      kept.map((table) => [table, columns[table]?.filter((column) => column !== "search_text") ?? []]),
    );
    const before = inDatabase(dataDir, (sqlite) => contentsOf(sqlite, lasting));
    // Starts without organisers, because the history would record them.
    const site = await startSite({ dataDir, settings: { ADMIN_EMAILS: "" } });
    expect((await fetch(site.origin)).status).toBe(200);
    expect(await site.end("SIGTERM")).toBe(0);
    expect(inDatabase(dataDir, (sqlite) => stateOf(sqlite, lasting))).toEqual([[], before]);

    // The current schema needs no upgrade, so there is no copy.
    if (count === RELEASED.length) continue;
    const [copy = "", ...others] = readdirSync(copiesIn(dataDir));
    expect(others).toEqual([]);
    const earlier = newDataDir();
    copyFileSync(join(copiesIn(dataDir), copy), join(earlier, "conference.db"));
    const release = folderOf(RELEASED.slice(0, count));
    expect(openInAnotherProcess(earlier, release)).toEqual({ status: 0, stderr: "" });
    inDatabase(earlier, (sqlite) => expect(contentsOf(sqlite, columns)).toEqual(contents));
  }
  record(
    `Databases of ${RELEASED.length} released schema versions were upgraded by \`npm start\` and rolled back`,
    "No data was lost",
  );
});

test("migrations killed midway and run again lose nothing", async () => {
  const { dataDir, columns, contents } = releasedDatabase(1, MANY_ROWS);
  // Rebuilds of referenced tables are the riskiest migrations.
  const rebuilds = inDatabase(dataDir, (sqlite) =>
    Array.from({ length: 4 }, () => ["speakers", "program_sessions", "delegates"])
      .flat()
      .map((table, index) => rebuilding(sqlite, table, 1_900_000_000_000 + index)),
  );
  const folder = folderOf([...RELEASED, ...rebuilds]);
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

test("a start on a newer schema fails with a message", () => {
  const dataDir = newDataDir();
  expect(openInAnotherProcess(dataDir).status).toBe(0);
  inDatabase(dataDir, (sqlite) =>
    sqlite.exec("insert into __drizzle_migrations (hash, created_at) values ('newer', 9999999999999)"),
  );
  const { status, stderr } = spawnSync("npm", ["start", "--silent"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1" },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    "was made by a newer version of this site. Start that version, or restore a backup",
  );
  expect(stderr).not.toContain("    at ");
  record(
    "The site was started with a database from a newer version",
    "It exited with an error message and status 1",
  );
});

/** Creates a DATA_DIR with data from the release that had this many migrations. */
function releasedDatabase(migrations: number, rows: number) {
  const dataDir = newDataDir();
  return inDatabase(dataDir, (sqlite) => {
    sqlite.pragma("journal_mode = wal");
    migrateDatabase(sqlite, join(folderOf(RELEASED.slice(0, migrations)), "drizzle"));
    fill(sqlite, rows);
    return { dataDir, columns: columnsOf(sqlite), contents: contentsOf(sqlite) };
  });
}

const copiesIn = (dataDir: string) => join(dataDir, "before-migration");
const isCopying = (dataDir: string) => existsSync(copiesIn(dataDir));
const isCopied = (dataDir: string) =>
  isCopying(dataDir) && readdirSync(copiesIn(dataDir)).some((name) => name.endsWith(".db"));

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
  readdirSync(copiesIn(dataDir)).filter((name) => {
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
