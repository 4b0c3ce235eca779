// The desk and the door: many clicks at once, somebody who is to be forgotten, and what was deleted by mistake.
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { insertDelegates } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { startMailServer } from "../support/mail-server.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { press, previewList } from "./support/lists.ts";
import { ORGANISER, signInOn } from "./support/organiser.ts";
import { byApi, isAcknowledged, send } from "./support/requests.ts";
import { faultsOf, lookAtCopy } from "./support/rows.ts";
import { type Site, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const DESK = "/admin/delegates";
const SETTINGS = { ADMIN_EMAILS: ORGANISER };

/** A form of the panel, as an organiser's browser sends it; null where the connection broke. */
const submit = (site: Site, cookie: string, path: string, fields: Record<string, string>) =>
  send(site.origin + path, {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  }).catch(() => null);

const read = (dataDir: string, sql: string): Record<string, unknown>[] => {
  const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
  const rows = sqlite.prepare(sql).all();
  sqlite.close();
  return rows as Record<string, unknown>[];
};

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

test("everybody is checked in once, however many click at once, and after a kill", async () => {
  const people = cases(300, 12);
  const clicks = 6;
  const dataDir = newDataDir();
  const port = await freePort();
  let site = await startSite({ dataDir, port, settings: SETTINGS });
  const cookies = [await signInOn(site), await signInOn(site)];
  const sqlite = new Database(join(dataDir, "conference.db"));
  insertDelegates(sqlite, people);
  sqlite.exec("update delegates set status = 'confirmed'");
  sqlite.close();

  const acknowledged = new Set<number>();
  let sent = 0;
  const wave = async (ids: number[], then: () => Promise<unknown> = async () => {}) => {
    const sending = shuffled(ids.flatMap((id) => Array.from({ length: clicks }, (_, n) => [id, n] as const)));
    const answers = sending.map(async ([id, n]) => {
      sent += 1;
      const cookie = cookies[n % cookies.length] ?? "";
      const formId = crypto.randomUUID();
      // One in six marks them as attended on the desk, at the same moment.
      const answer =
        n === 0
          ? await submit(site, cookie, DESK, { id: `${id}:confirmed`, status: "attended", formId })
          : await submit(site, cookie, `${DESK}/door`, { intent: "check-in", id: `${id}`, formId });
      if (answer?.status === 303) acknowledged.add(id);
      else if (answer) throw new Error(`A check-in was answered with ${answer.status}`);
    });
    await then();
    await Promise.all(answers);
  };
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  let kills = 0;
  for (let start = 0; start < people; start += 12) {
    const some = ids.slice(start, start + 12);
    await wave(some, async () => {
      await pause(Math.random() * 60);
      await site.end("SIGKILL");
    });
    kills += 1;
    const timesBefore = new Map(timesOf(dataDir));
    expect([...acknowledged].filter((id) => !timesBefore.has(id))).toEqual([]);
    site = await startSite({ dataDir, port, settings: SETTINGS });
    await wave(some);
    const timesAfter = new Map(timesOf(dataDir));
    expect([...timesBefore].filter(([id, at]) => timesAfter.get(id) !== at)).toEqual([]);
  }
  await site.end("SIGTERM");
  expect(timesOf(dataDir).map(([id]) => id)).toEqual(ids);
  const noted = read(
    dataDir,
    "select subject_id, count(*) n from audit_log where subject = 'delegate' group by 1 having n <> 1",
  );
  expect(noted).toEqual([]);
  expect(read(dataDir, "select * from outbox")).toEqual([]);
  record({
    promise: "check-in",
    attack: `${clicks} clicks on each person at once by two logins, at the door and on the desk; kill -9 among them`,
    cases: `${people} people, ${sent} clicks, ${kills} kills`,
    result:
      "each checked in once, with one line in the log and one time that no later click changed; no acknowledged one lost",
  });
});

/** Who is checked in, with when; throws where one goes without the other. */
function timesOf(dataDir: string): [number, number][] {
  const rows = read(dataDir, "select id, status, checked_in_at as at from delegates order by id");
  for (const { id, status, at } of rows) {
    expect(at !== null, `${id} is ${status} since ${at}`).toBe(status === "attended");
  }
  return rows.filter(({ at }) => at !== null).map(({ id, at }) => [Number(id), Number(at)]);
}

test("who asked to be forgotten is in no file of the site, while others go on registering", async () => {
  const people = cases(60, 6);
  const mail = await startMailServer({
    refuse: (address) => (address.includes("odd") ? { code: 550, text: `No ${address} here` } : undefined),
  });
  onTestFinished(mail.stop);
  const settings = { ...SETTINGS, SMTP_URL: mail.url, NOTIFY_EMAIL: "team@example.com" };
  const site = await startSite({ settings });
  const cookie = await signInOn(site);
  const others = async (mark: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      // Their names come before and after those below, so that pages of the tables and indexes are split there.
      const body = registration({
        name: `Name q${crypto.randomUUID()}`,
        email: `other-${mark}-${index}@example.com`,
      });
      const answer = await send(`${site.origin}/api/registrations`, {
        ...byApi(body.email ?? ""),
        body: JSON.stringify(body),
      });
      if (!isAcknowledged(answer)) throw new Error(`A registration was answered with ${answer.status}`);
    }
  };

  // What each of them left has a word in it that nobody else has.
  const words: string[] = [];
  await others("before", cases(600, 60));
  for (let index = 0; index < people; index += 1) {
    const word = `q${crypto.randomUUID().replaceAll("-", "")}`;
    words.push(word);
    const fields = registration({
      registrationType: "media_pass",
      favoredStream: "media",
      name: `Name ${word}`,
      email: `${index % 3 === 0 ? "odd" : "even"}.${word}@example.com`,
      phone: word.slice(1, 30),
      jobTitle: `Job ${word}`,
      outlet: `Outlet ${word}`,
      workUrl: `https://example.com/${word}`,
      notes: `Notes ${word} `.repeat(index % 2 === 0 ? 1 : 100),
    });
    // A form that was refused first leaves something too.
    for (const formId of ["", aFormId()]) {
      const body = new URLSearchParams({ ...fields, formId, ...(formId === "" ? { jobTitle: "" } : {}) });
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      await send(`${site.origin}/register`, { method: "POST", headers, body: body.toString() });
    }
    await others(`between-${index}`, 3);
  }
  // As many come from a list, which is imported; one that names all of them is only looked at.
  const listed = words.map(() => `q${crypto.randomUUID().replaceAll("-", "")}`);
  const list = (some: string[]) =>
    [
      "Delegate Type;Full Name;Email Address;Phone Number;Job Title;Media Outlet;Additional Information",
      ...some.map(
        (word) =>
          `Media Pass;Name ${word};Even.${word}@Example.com;${word.slice(1, 30)};Job ${word};Outlet ${word};Notes ${word}`,
      ),
    ].join("\n");
  const form = await previewList(site, cookie, "delegates", list(listed));
  expect((await press(site, cookie, form, { intent: "import", mail: "send" })).status).toBe(303);
  words.push(...listed);
  await previewList(site, cookie, "delegates", `${list(words)}\nPR Pass;New;new@example.com;;Editor;;`);
  const erased = read(
    site.dataDir,
    "select id, link_token, reference from delegates where outlet is not null",
  );
  expect(erased).toHaveLength(words.length);
  const get = (path: string) =>
    send(site.origin + path, { headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } });
  for (const [index, { id, link_token, reference }] of erased.entries()) {
    await get(`${DESK}?q=${words[index]}`);
    await get(`/registration/${link_token}`);
    const form = { id: `${id}:pending`, status: "confirmed", formId: crypto.randomUUID() };
    await submit(site, cookie, DESK, form);
    await submit(site, cookie, `${DESK}/door`, { intent: "check-in", id: `${id}` });
    await get(`${DESK}/door?q=${reference}`);
    await get(`${DESK}/${id}?delete`);
  }

  let isDone = false;
  const busy = (async () => {
    for (let round = 0; !isDone; round += 1) await others(`meanwhile-${round}`, 1);
  })();
  for (const { id } of shuffled(erased)) {
    const answer = await submit(site, cookie, `${DESK}/${id}`, { intent: "delete" });
    expect(answer?.status).toBe(303);
    expect(toastOf(answer)).toMatch(/^(?!.*traces stay).* deleted\./);
  }
  isDone = true;
  await busy;
  await site.end("SIGKILL");

  const traces = [
    ...words,
    ...words.map((word) => word.slice(1, 30)),
    ...erased.map((row) => `${row.link_token}`),
  ];
  const found = filesIn(site.dataDir).flatMap((path) => {
    const text = readFileSync(path).toString("latin1").toLowerCase();
    return traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${path}`);
  });
  expect(found).toEqual([]);
  expect(traces.filter((trace) => site.output.join("").includes(trace))).toEqual([]);
  lookAtCopy(site.dataDir, (sqlite) => {
    expect(faultsOf(sqlite)).toEqual([]);
    const kept = sqlite.prepare("select label from audit_log where action = 'personal data deleted'").pluck();
    expect(kept.all().sort()).toEqual(erased.map(({ reference }) => reference).sort());
  });
  record({
    promise: "erasure",
    attack:
      "the bytes of every file in DATA_DIR and the log searched, after a kill -9, for people who were refused, mailed, not reached, imported from a list, named in one, found, confirmed, checked in and deleted while others registered",
    cases: `${words.length} people, ${traces.length} words, one in each of their fields, and the secrets of their links`,
    result: `0 found in ${filesIn(site.dataDir).length} files and the log; the reference of each in the audit log`,
  });
});

test("whoever is erased while another program reads is gone from every file after a stop, and after a kill", async () => {
  const rounds = cases(20, 2);
  for (let round = 0; round < rounds; round += 1) {
    const word = `q${crypto.randomUUID().replaceAll("-", "")}`;
    const site = await startSite({ settings: SETTINGS });
    const cookie = await signInOn(site);
    const sqlite = new Database(join(site.dataDir, "conference.db"));
    insertDelegates(sqlite, 300);
    const body = registration({ name: `Name ${word}`, email: `${word}@example.com`, notes: `Notes ${word}` });
    await send(`${site.origin}/api/registrations`, { ...byApi(`${word}`), body: JSON.stringify(body) });
    const [row] = read(site.dataDir, "select id, link_token from delegates order by id desc limit 1");
    const reader = new Database(join(site.dataDir, "conference.db"), { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from delegates").get();
    const answer = await submit(site, cookie, `${DESK}/${row?.id}`, { intent: "delete" });
    expect(toastOf(answer)).toContain("traces stay");
    const isKilled = round % 2 === 1;
    if (isKilled) await site.end("SIGKILL");
    // As the kill left it: the last program that closes a database tidies it.
    const dataDir = isKilled ? newDataDir() : site.dataDir;
    if (isKilled) cpSync(site.dataDir, dataDir, { recursive: true });
    for (const program of [reader, sqlite]) program.close();
    if (!isKilled) expect(await site.end("SIGTERM")).toBe(0);
    const traces = [word, `${row?.link_token}`];
    const found = () =>
      filesIn(dataDir).flatMap((path) => {
        const text = readFileSync(path).toString("latin1").toLowerCase();
        return traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} in ${path}`);
      });
    if (isKilled) {
      expect(found()).not.toEqual([]);
      const next = await startSite({ dataDir, settings: SETTINGS });
      await until("nothing is found", () => found().length === 0);
      expect(await next.end("SIGTERM")).toBe(0);
    }
    expect(found()).toEqual([]);
    lookAtCopy(dataDir, (copy) => expect(faultsOf(copy)).toEqual([]));
  }
  record({
    promise: "erasure",
    attack:
      "people deleted while another program reads the log, then SIGTERM or kill -9; the bytes of every file in DATA_DIR searched after the stop, or after the next start",
    cases: `${rounds} deletions, every other one killed`,
    result: "0 found",
  });
});

/** What the page after a form shows in its toast, as JSON. */
function toastOf(answer: Awaited<ReturnType<typeof submit>>): string {
  const [, value = ""] = /toast=([^;]+)/.exec(String(answer?.headers["set-cookie"])) ?? [];
  const [data = ""] = decodeURIComponent(value).split(".");
  return Buffer.from(data, "base64").toString("utf8");
}

const filesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const TABLES = ["speakers", "program_sessions", "connections"];
const SCREENS = { speaker: "/admin/speakers", session: "/admin/program", connection: "/admin/connections" };

test("what was deleted comes back whole, in any order, once, and after a kill", async () => {
  const rounds = cases(60, 2);
  const dataDir = newDataDir();
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir };
  spawnSync("npm", ["run", "--silent", "db:seed"], { env, stdio: "ignore" });
  let site = await startSite({ dataDir, port, settings: SETTINGS });
  const cookie = await signInOn(site);
  const rows = () => TABLES.map((table) => read(dataDir, `select * from ${table} order by id`));
  const before = rows();
  const count = { deletions: 0, presses: 0, kills: 0 };

  for (let round = 0; round < rounds; round += 1) {
    const [speakers = [], sessions = [], connections = []] = rows();
    const forms = shuffled([
      ...shuffled(speakers)
        .slice(0, 3)
        .map(({ id }) => ["/admin/speakers", `?delete=${id}`, { intent: "delete" }]),
      ...shuffled(sessions)
        .slice(0, 2)
        .map(({ id }) => ["/admin/program", `?delete=${id}`, { intent: "delete" }]),
      ...shuffled(connections)
        .slice(0, 3)
        .map(({ speaker_id, program_session_id }) => [
          "/admin/connections",
          "",
          { speakerId: `${speaker_id}`, sessionId: `${program_session_id}`, disconnect: "1" },
        ]),
    ] as [string, string, Record<string, string>][]);
    const deleting = forms.map(([screen, query, fields]) => submit(site, cookie, screen + query, fields));
    if (round % 2 === 1) {
      await pause(Math.random() * 30);
      await site.end("SIGKILL");
      count.kills += 1;
      site = await startSite({ dataDir, port, settings: SETTINGS });
    }
    await Promise.all(deleting);
    const deletions = () => read(dataDir, "select id, subject from deletions");
    count.deletions += deletions().length;
    // A connection waits for both of its ends.
    for (let pass = 0; pass < 4 && deletions().length > 0; pass += 1) {
      for (const { id, subject } of shuffled(deletions())) {
        const press = () =>
          submit(site, cookie, SCREENS[subject as keyof typeof SCREENS], {
            intent: "undo",
            deletion: `${id}`,
          });
        const answers = await Promise.all([press(), press(), press()]);
        count.presses += answers.length;
        expect(answers.map((answer) => answer?.status)).toEqual([303, 303, 303]);
      }
    }
    expect(deletions()).toEqual([]);
    expect(rows()).toEqual(before);
  }
  await site.end("SIGTERM");
  expect(lookAtCopy(dataDir, faultsOf)).toEqual([]);
  record({
    promise: "undo",
    attack:
      "speakers, sessions and connections deleted at once, kill -9 among them, brought back in any order by three presses at once",
    cases: `${count.deletions} deletions in ${rounds} rounds, ${count.presses} presses, ${count.kills} kills`,
    result: "after each round every row as it was: ids, places, times, connections with their roles",
  });
});
