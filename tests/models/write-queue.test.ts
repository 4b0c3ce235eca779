import Database from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

let batch: typeof import("#app/db/connection.server.ts").batch;
let sqlite: Database.Database;
beforeEach(async () => {
  useNewDataDir();
  ({ batch, sqlite } = await import("#app/db/connection.server.ts"));
  sqlite.exec("create table t (n integer primary key)");
});

const insert = (n: number) => batch(() => sqlite.prepare("insert into t values (?)").run(n).changes);
const rows = () => sqlite.prepare("select n from t order by n").pluck().all();

test("writes of one turn are all done, in order, and share a commit", async () => {
  const answers = await Promise.all([insert(1), insert(2), insert(3)]);
  expect(answers).toEqual([1, 1, 1]);
  expect(rows()).toEqual([1, 2, 3]);
});

test("a failed write does not affect its neighbours", async () => {
  const half = batch(() => {
    sqlite.exec("insert into t values (10)");
    throw new Error("changed its mind");
  });
  const settled = await Promise.allSettled([insert(1), half, insert(1), insert(2)]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(rows()).toEqual([1, 2]);
});

test("no write resolves before the commit; a failed commit rejects all", async () => {
  sqlite.exec("create table parent (id integer primary key)");
  sqlite.exec("create table child (id integer references parent deferrable initially deferred)");
  const orphan = batch(() => sqlite.exec("insert into child values (7)"));
  const settled = await Promise.allSettled([insert(1), orphan]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(rows()).toEqual([]);
  expect(await insert(2)).toBe(1);
});

test("while another process holds the database, writes wait, reads do not, and nothing is lost", async () => {
  const other = new Database(sqlite.name);
  other.exec("begin immediate");
  let isWritten = false;
  const waiting = insert(1).then(() => {
    isWritten = true;
  });
  for (let look = 0; look < 20; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(rows()).toEqual([]);
  }
  expect(isWritten).toBe(false);
  other.exec("commit");
  await waiting;
  expect(rows()).toEqual([1]);
});

test("too many waiting writes are refused at once, and the waiting ones are done", async () => {
  const { OverloadedError } = await import("#app/db/write-queue.server.ts");
  const asked = Array.from({ length: 2_010 }, (_, n) => insert(n));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(10);
  expect(refused.every(({ reason }) => reason instanceof OverloadedError)).toBe(true);
  expect(rows()).toHaveLength(2_000);
});
