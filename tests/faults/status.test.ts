import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { insertDelegates } from "../support/delegates.ts";
import { answersIn, formWith } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { get, submit, toastOf } from "./support/requests.ts";
import { countOf, faultsOf, inDatabase, lookAtCopy, rowsOf } from "./support/rows.ts";
import { logInOver } from "./support/server-process.ts";
import { type Site, startLoggedIn, startSite } from "./support/site-process.ts";
import { pause } from "./support/until.ts";

const DESK = "/admin/delegates";

const addPeople = (dataDir: string, count: number, status: string) =>
  inDatabase(dataDir, (sqlite) => {
    const last = sqlite.prepare("select coalesce(max(id), 0) from delegates").pluck().get();
    insertDelegates(sqlite, count);
    sqlite.prepare("update delegates set status = ? where id > ?").run(status, last);
    const added = sqlite.prepare("select id, link_token as token from delegates where id > ?").all(last);
    return added as { id: number; token: string }[];
  });

/** Opens the form that changes all matches. Returns a function that submits it. */
async function allThatMatch(site: Site, cookie: string, status: string, query = "?status=pending") {
  const page = await get(site, cookie, `${DESK}${query}&bulk=`);
  const { action, fields } = formWith(page.text, "New status");
  fields.set("status", status);
  return () => submit(site, cookie, action, fields);
}

test("a cancellation or check-in during a bulk confirmation is kept and reported", async () => {
  const rounds = cases(20, 2);
  const people = 700;
  const racing = 60;
  const { site, cookie } = await startLoggedIn();
  const count = { cancelled: 0, refused: 0, recounted: 0, checkedIn: 0, confirmed: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const added = addPeople(site.dataDir, people, "pending");
    // If the list has changed since it was counted, nothing is changed, and it is counted again.
    const confirmAll = async () => {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const answer = await (await allThatMatch(site, cookie, "confirmed"))();
        if (answer.status !== 409) return answer;
        count.recounted += 1;
      }
      throw new Error("The list was counted a hundred times");
    };
    const some = added.filter((_, index) => index % Math.floor(people / racing) === 0);
    const races = some.map(async ({ id, token }, index) => {
      await pause(Math.random() * 400);
      if (index % 2 === 0) {
        const cancel = { intent: "cancel", shown: "pending" };
        return { id, toast: toastOf(await submit(site, "", `/registration/${token}/cancel`, cancel)) };
      }
      const checkIn = { intent: "check-in", id: `${id}`, anyway: "pending", formId: crypto.randomUUID() };
      return { id, toast: toastOf(await submit(site, cookie, `${DESK}/door`, checkIn)) };
    });
    const [said, ...ended] = await Promise.all([pause(150).then(confirmAll).then(toastOf), ...races]);
    const rows = rowsOf<{ id: number; status: string; mails: string | null }>(
      site.dataDir,
      `select id, status, (select group_concat(kind) from outbox where delegate_id = delegates.id) as mails
       from delegates where id >= ${added[0]?.id}`,
    );
    const state = new Map(rows.map(({ id, ...rest }) => [id, rest]));
    for (const { id, toast } of ended) {
      const now = state.get(id);
      if (toast.includes("Registration Cancelled")) {
        expect(now).toEqual({ status: "cancelled", mails: "cancelled" });
        count.cancelled += 1;
      } else if (toast.includes("is checked in")) {
        expect(now?.status).toBe("attended");
        count.checkedIn += 1;
      } else {
        expect(toast).toContain("has changed since you opened this page");
        expect(now).toEqual({ status: "confirmed", mails: "confirmed" });
        count.refused += 1;
      }
    }
    const raced = new Set(ended.map(({ id }) => id));
    for (const { id } of added) {
      if (!raced.has(id)) expect(state.get(id)).toEqual({ status: "confirmed", mails: "confirmed" });
    }
    const confirmed = [...state.values()].filter(({ mails }) => mails === "confirmed").length;
    expect(said).toContain(`${confirmed} delegates confirmed.`);
    count.confirmed += confirmed;
  }
  expect(await site.end("SIGTERM")).toBe(0);
  expect(Math.min(count.cancelled, count.checkedIn)).toBeGreaterThan(0);
  const meanwhile = `${count.cancelled} delegates cancelled and ${count.checkedIn} were checked in`;
  record(
    `During ${rounds} bulk changes to ${people} delegates, ${meanwhile}`,
    "None of their statuses was overwritten",
  );
});

test("of a simultaneous cancellation and check-in exactly one is done and reported", async () => {
  const pairs = cases(2_000, 80);
  const { site, cookie } = await startLoggedIn();
  const people = addPeople(site.dataDir, pairs, "confirmed");
  const other = new Database(join(site.dataDir, "conference.db"), { timeout: 10_000 });
  const outcomes = { cancelled: 0, attended: 0 };
  for (let start = 0; start < pairs; start += 20) {
    // In every second wave, both requests wait for a lock.
    if (start % 40 === 0) other.exec("begin immediate");
    const wave = people.slice(start, start + 20).map(async ({ id, token }, index) => {
      const cancel = () =>
        submit(site, "", `/registration/${token}/cancel`, { intent: "cancel", shown: "confirmed" });
      const checkIn = () =>
        submit(site, cookie, `${DESK}/door`, {
          intent: "check-in",
          id: `${id}`,
          formId: crypto.randomUUID(),
        });
      const both = index % 2 === 0 ? [checkIn(), cancel()] : [cancel(), checkIn()];
      const toasts = (await Promise.all(both)).map(toastOf).join();
      return { id, isCancelled: /Registration Cancelled/.test(toasts), isIn: /is checked in/.test(toasts) };
    });
    if (start % 40 === 0) {
      await pause(60);
      other.exec("commit");
    }
    for (const { id, isCancelled, isIn } of await Promise.all(wave)) {
      const status = other.prepare("select status from delegates where id = ?").pluck().get(id);
      expect({ id, status, isIn }).toEqual({
        id,
        status: isCancelled ? "cancelled" : "attended",
        isIn: !isCancelled,
      });
      const lines = other.prepare(
        `select count(*) from ${HISTORY} where subject_id = ? and subject = 'delegate'`,
      );
      expect(lines.pluck().get(id)).toBe(1);
      outcomes[isCancelled ? "cancelled" : "attended"] += 1;
    }
  }
  other.close();
  expect(await site.end("SIGTERM")).toBe(0);
  expect(Math.min(outcomes.cancelled, outcomes.attended)).toBeGreaterThan(0);
  record(
    `For ${pairs} delegates, a cancellation and a check-in were submitted at the same time`,
    `${outcomes.cancelled} registrations were cancelled, and the other ${outcomes.attended} delegates were checked in`,
  );
});

test("a killed bulk change is complete or absent, and its form completes it once", async () => {
  const people = cases(10_000, 2_400);
  const ends = cases(20, 4);
  const dataDir = newDataDir();
  const port = await freePort();
  let site = await startSite({ dataDir, port });
  const cookie = await logInOver(site);
  addPeople(dataDir, people, "pending");
  const outcomes = { whole: 0, nothing: 0 };
  for (let end = 0; end < ends; end += 1) {
    const [from, status] = end % 2 === 0 ? ["pending", "confirmed"] : ["confirmed", "pending"];
    const send = await allThatMatch(site, cookie, status, `?status=${from}`);
    const answer = send().then(toastOf, () => null);
    await pause(Math.random() * 900);
    await site.end("SIGKILL");
    const text = await answer;
    const changed = countOf(dataDir, `select count(*) from delegates where status = '${status}'`);
    expect([0, people]).toContain(changed);
    if (text !== null) expect(changed).toBe(people);
    outcomes[changed === 0 ? "nothing" : "whole"] += 1;
    expect(lookAtCopy(dataDir, faultsOf)).toEqual([]);
    site = await startSite({ dataDir, port });
    const words = status === "pending" ? "set back to pending" : status;
    expect(toastOf(await send())).toContain(`${people.toLocaleString("en-AU")} delegates ${words}.`);
  }
  expect(await site.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (sqlite) => {
    const all = (sql: string) => sqlite.prepare(sql).raw().all();
    expect(all("select count(*), sum(result ->> 'changed') from changesets where action = 'status'")).toEqual(
      [[ends, ends * people]],
    );
    expect(all(`select count(*) from ${HISTORY} where action = 'status'`)).toEqual([[ends * people]]);
  });
  record(
    `The server was killed ${ends} times during bulk changes to ${people} delegates`,
    `${outcomes.whole} changes had been made completely, and ${outcomes.nothing} not at all`,
  );
});

test("a killed transfer or cancellation is complete or absent, and a resent transfer form registers no one twice", async () => {
  const kills = cases(40, 4);
  const dataDir = newDataDir();
  const port = await freePort();
  let site = await startSite({ dataDir, port });
  const cookie = await logInOver(site);
  const outcomes = { transferred: 0, cancelled: 0, untouched: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const people = addPeople(dataDir, 20, "confirmed");
    const sends = await Promise.all(
      people.map(async ({ id, token }, index) => {
        if (index % 4 === 3)
          return () =>
            submit(site, "", `/registration/${token}/cancel`, { intent: "cancel", shown: "confirmed" });
        const dialog = (await get(site, cookie, `${DESK}/${id}?transfer=`)).text;
        const { action, fields } = answersIn(dialog, "Transfer Registration");
        const next = { ...fields, name: `Next ${id}`, email: `next${id}@example.com` };
        return () => submit(site, cookie, action, next);
      }),
    );
    const answers = sends.map((send) => send().then(toastOf, () => ""));
    await pause(Math.random() * 120);
    await site.end("SIGKILL");
    const said = await Promise.all(answers);
    lookAtCopy(dataDir, (sqlite) => {
      expect(faultsOf(sqlite)).toEqual([]);
      for (const [index, { id }] of people.entries()) {
        const status = sqlite.prepare("select status from delegates where id = ?").pluck().get(id);
        const next = sqlite.prepare("select status from delegates where name = ?").pluck().all(`Next ${id}`);
        const told = sqlite.prepare("select kind from outbox where delegate_id = ?").pluck().all(id);
        const isTransfer = index % 4 !== 3;
        const isDone = status === "cancelled";
        expect({ id, next, told }).toEqual({
          id,
          next: isDone && isTransfer ? ["confirmed"] : [],
          told: isDone ? ["cancelled"] : [],
        });
        if (said[index]) expect(isDone).toBe(true);
        outcomes[isDone ? (isTransfer ? "transferred" : "cancelled") : "untouched"] += 1;
      }
    });
    site = await startSite({ dataDir, port });
    await Promise.all(sends.map((send) => send()));
    for (const { id } of people.filter((_, index) => index % 4 !== 3))
      expect(countOf(dataDir, `select count(*) from delegates where name = 'Next ${id}'`)).toBe(1);
    expect(countOf(dataDir, "select count(*) from delegates where status = 'confirmed'")).toBe(
      15 * (kill + 1),
    );
  }
  expect(await site.end("SIGTERM")).toBe(0);
  record(
    `The server was killed ${kills} times, each time during 15 transfers and 5 cancellations`,
    `${outcomes.transferred} transfers and ${outcomes.cancelled} cancellations had been made completely, and the other ${outcomes.untouched} not at all. Resent forms registered no one twice`,
  );
});

test("a bulk change sent to two servers at one DATA_DIR is carried out once", async () => {
  const people = cases(10_000, 2_000);
  const one = await startSite();
  const other = await startSite({ dataDir: one.dataDir });
  const cookie = await logInOver(one);
  addPeople(one.dataDir, people, "pending");
  const forms = [await allThatMatch(one, cookie, "declined"), await allThatMatch(other, cookie, "declined")];
  const answers = await Promise.all(forms.map((send) => send()));
  const said = answers.map((answer) => toastOf(answer) || answer.text);
  for (const text of said) expect(text).toMatch(/delegates declined|have changed since they were counted/);
  for (const site of [one, other]) expect(await site.end("SIGTERM")).toBe(0);
  lookAtCopy(one.dataDir, (sqlite) => {
    const all = (sql: string) => sqlite.prepare(sql).raw().all();
    expect(faultsOf(sqlite)).toEqual([]);
    expect(all("select status, count(*) from delegates group by 1")).toEqual([["declined", people]]);
    expect(all("select count(*), count(distinct delegate_id) from outbox")).toEqual([[people, people]]);
    expect(all("select sum(result ->> 'changed') from changesets where action = 'status'")).toEqual([
      [people],
    ]);
  });
  record(
    `${people} delegates were declined on two servers at the same time`,
    "Each was declined once and got one email",
  );
});
