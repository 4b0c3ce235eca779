import { beforeEach, expect, test, vi } from "vitest";
import { useNewDataDir } from "../support/database.ts";

const HOUR = 60 * 60 * 1000;

let model: typeof import("#app/models/login/login-session.server.ts");
let database: typeof import("#app/db/connection.server.ts");
beforeEach(async () => {
  useNewDataDir();
  vi.useFakeTimers({ now: new Date("2025-09-01T00:00:00Z"), toFake: ["Date"] });
  database = await import("#app/db/connection.server.ts");
  model = await import("#app/models/login/login-session.server.ts");
});

/** Waits for pending writes, then moves the clock forward by this many milliseconds. */
async function later(milliseconds: number) {
  await database.batch(() => {});
  vi.setSystemTime(Date.now() + milliseconds);
}

test("a login is found by its unguessable sid", async () => {
  const { sid } = await model.createLoginSession("user-1");
  expect(sid).toMatch(/^[\w-]{43}$/);
  expect(await model.resumeLoginSession(sid)).toBe("user-1");
  expect(await model.resumeLoginSession(`${sid.slice(0, -1)}_`)).toBeNull();
});

test("a copy of the database logs no one in: it holds only hashes of logins", async () => {
  const { sid } = await model.createLoginSession("user-1");
  const [stored] = database.sqlite.prepare("select sid from login_sessions").pluck().all();
  expect(String(stored)).toMatch(/^[\w-]{43}$/);
  expect(stored).not.toBe(sid);
  expect(await model.resumeLoginSession(String(stored))).toBeNull();
});

test("a login ends after 12 hours without a visit", async () => {
  const { sid } = await model.createLoginSession("user-1");
  await later(11 * HOUR);
  expect(await model.resumeLoginSession(sid)).toBe("user-1");
  await later(11 * HOUR);
  expect(await model.resumeLoginSession(sid)).toBe("user-1");
  await later(12 * HOUR);
  expect(await model.resumeLoginSession(sid)).toBeNull();
});

test("a login ends after 7 days in any case", async () => {
  const { sid } = await model.createLoginSession("user-1");
  for (let visit = 1; visit <= 16; visit += 1) {
    await later(10 * HOUR);
    expect(await model.resumeLoginSession(sid)).toBe("user-1");
  }
  await later(8 * HOUR);
  expect(await model.resumeLoginSession(sid)).toBeNull();
});
