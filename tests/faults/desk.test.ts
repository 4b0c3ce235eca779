import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { tracesIn } from "../support/database.ts";
import { insertDelegates } from "../support/delegates.ts";
import { aFormId } from "../support/form-id.ts";
import { HISTORY } from "../support/history.ts";
import { startMailServer } from "../support/mail-server.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";
import { freePort, newDataDir } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";
import { cases, record } from "./support/findings.ts";
import { previewList } from "./support/lists.ts";
import {
  byApi,
  byForm,
  get,
  isAcknowledged,
  send,
  submit as submitOrThrow,
  toastOf,
} from "./support/requests.ts";
import { countOf, faultsOf, inDatabase, lookAtCopy, rowsOf } from "./support/rows.ts";
import { logInOver } from "./support/server-process.ts";
import { launchSite, startLoggedIn, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const DESK = "/admin/delegates";

/** Submits a form. Returns null if the connection breaks. */
const submit = (...form: Parameters<typeof submitOrThrow>) => submitOrThrow(...form).catch(() => null);

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

test("everyone is checked in once, with simultaneous clicks and after a kill", async () => {
  const people = cases(300, 12);
  const clicks = 6;
  const dataDir = newDataDir();
  const port = await freePort();
  let site = await startSite({ dataDir, port });
  const cookies = [await logInOver(site), await logInOver(site)];
  inDatabase(dataDir, (sqlite) => {
    insertDelegates(sqlite, people);
    sqlite.exec("update delegates set status = 'confirmed'");
  });

  const acknowledged = new Set<number>();
  let sent = 0;
  const wave = async (ids: number[], then: () => Promise<unknown> = async () => {}) => {
    const sending = shuffled(ids.flatMap((id) => Array.from({ length: clicks }, (_, n) => [id, n] as const)));
    const answers = sending.map(async ([id, n]) => {
      sent += 1;
      const cookie = cookies[n % cookies.length] ?? "";
      const formId = crypto.randomUUID();
      // One click in six sets the status in the delegate list instead.
      const answer =
        n === 0
          ? await submit(site, cookie, DESK, { id: `${id}:confirmed`, status: "attended", formId })
          : await submit(site, cookie, `${DESK}/door`, { intent: "check-in", id: `${id}`, formId });
      if (answer?.status === 303) acknowledged.add(id);
      else if (answer) throw new Error(`A check-in returned ${answer.status}`);
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
    site = await startSite({ dataDir, port });
    await wave(some);
    const timesAfter = new Map(timesOf(dataDir));
    expect([...timesBefore].filter(([id, at]) => timesAfter.get(id) !== at)).toEqual([]);
  }
  await site.end("SIGTERM");
  expect(timesOf(dataDir).map(([id]) => id)).toEqual(ids);
  const noted = rowsOf(
    dataDir,
    `select subject_id, count(*) n from ${HISTORY} where subject = 'delegate' group by 1 having n <> 1`,
  );
  expect(noted).toEqual([]);
  expect(rowsOf(dataDir, "select * from outbox")).toEqual([]);
  record(
    `For ${people} delegates, ${sent} check-ins were submitted, and the server was killed ${kills} times`,
    "Each delegate was checked in once",
    "check-in",
  );
});

/** Check-in times by delegate. @throws if status and time disagree. */
function timesOf(dataDir: string): [number, number][] {
  const rows = rowsOf(dataDir, "select id, status, checked_in_at as at from delegates order by id");
  for (const { id, status, at } of rows) {
    expect(at !== null, `${id} is ${status} since ${at}`).toBe(status === "attended");
  }
  return rows.filter(({ at }) => at !== null).map(({ id, at }) => [Number(id), Number(at)]);
}

test("deleted personal data is in no file of the site while others register", async () => {
  const people = cases(60, 6);
  const mail = await startMailServer({
    refuse: (address) => (address.includes("odd") ? { code: 550, text: `No ${address} here` } : undefined),
  });
  onTestFinished(mail.stop);
  const settings = { SMTP_URL: mail.url, NOTIFY_EMAIL: "team@example.com" };
  const { site, cookie } = await startLoggedIn({ settings });
  const others = async (mark: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      // These names sort between the others, so inserting them splits pages of tables and indexes.
      const name = `Name ${newWord()}`;
      const person = byApi(`other-${mark}-${index}@example.com`, { name });
      const answer = await send(`${site.origin}/api/registrations`, person);
      if (!isAcknowledged(answer)) throw new Error(`A registration returned ${answer.status}`);
    }
  };

  const words: string[] = [];
  await others("before", cases(600, 60));
  for (let index = 0; index < people; index += 1) {
    const word = newWord();
    words.push(word);
    const fields = {
      registrationType: "media_pass",
      favoredStream: "media",
      name: `Name ${word}`,
      phone: word.slice(1, 30),
      jobTitle: `Job ${word}`,
      outlet: `Outlet ${word}`,
      workUrl: `https://example.com/${word}`,
      notes: `Notes ${word} `.repeat(index % 2 === 0 ? 1 : 100),
    };
    const email = `${index % 3 === 0 ? "odd" : "even"}.${word}@example.com`;
    // A refused form could also leave personal data behind.
    await send(`${site.origin}/register`, byForm(email, "", { ...fields, jobTitle: "" }));
    await send(`${site.origin}/register`, byForm(email, aFormId(), fields));
    await others(`between-${index}`, 3);
  }
  // Imports as many new delegates from a list. A second list, with all delegates, is previewed.
  const listed = words.map(() => newWord());
  const list = (some: string[]) =>
    [
      "Delegate Type;Full Name;Email Address;Phone Number;Job Title;Media Outlet;Additional Information",
      ...some.map(
        (word) =>
          `Media Pass;Name ${word};Even.${word}@Example.com;${word.slice(1, 30)};Job ${word};Outlet ${word};Notes ${word}`,
      ),
    ].join("\n");
  const press = await previewList(site, cookie, "delegates", list(listed));
  expect((await press()).status).toBe(303);
  words.push(...listed);
  await previewList(site, cookie, "delegates", `${list(words)}\nPR Pass;New;new@example.com;;Editor;;`);
  const erased = rowsOf(
    site.dataDir,
    "select id, link_token, reference from delegates where outlet is not null",
  );
  expect(erased).toHaveLength(words.length);
  for (const [index, { id, link_token, reference }] of erased.entries()) {
    await get(site, cookie, `${DESK}?q=${words[index]}`);
    await get(site, cookie, `/registration/${link_token}`);
    const form = { id: `${id}:pending`, status: "confirmed", formId: crypto.randomUUID() };
    await submit(site, cookie, DESK, form);
    await submit(site, cookie, `${DESK}/door`, { intent: "check-in", id: `${id}` });
    await get(site, cookie, `${DESK}/door?q=${reference}`);
    await get(site, cookie, `${DESK}/${id}?delete`);
  }

  let isDone = false;
  const busy = (async () => {
    for (let round = 0; !isDone; round += 1) await others(`meanwhile-${round}`, 1);
  })();
  for (const { id } of shuffled(erased)) {
    const answer = await submit(site, cookie, `${DESK}/${id}`, { intent: "delete" });
    expect(answer?.status).toBe(303);
    expect(answer && toastOf(answer)).toMatch(/^(?!.*traces remain).* deleted\./);
  }
  isDone = true;
  await busy;
  await site.end("SIGKILL");

  const traces = [
    ...words,
    ...words.map((word) => word.slice(1, 30)),
    ...erased.map((row) => `${row.link_token}`),
  ];
  expect(found(site.dataDir, traces)).toEqual([]);
  expect(traces.filter((trace) => site.output.join("").includes(trace))).toEqual([]);
  lookAtCopy(site.dataDir, (sqlite) => {
    expect(faultsOf(sqlite)).toEqual([]);
    const kept = sqlite
      .prepare(`select label from ${HISTORY} where action = 'personal data deleted'`)
      .pluck();
    expect(kept.all().sort()).toEqual(erased.map(({ reference }) => reference).sort());
  });
  record(
    `${words.length} delegates were deleted. All files were then searched for ${traces.length} words and link secrets from their data`,
    "None was found",
    "erasure",
  );
});

test("data deleted during another read is gone from every file after a stop or kill", async () => {
  const rounds = cases(20, 2);
  for (let round = 0; round < rounds; round += 1) {
    const word = newWord();
    const { site, cookie } = await startLoggedIn();
    const sqlite = new Database(join(site.dataDir, "conference.db"));
    insertDelegates(sqlite, 300);
    const person = byApi(`${word}@example.com`, { name: `Name ${word}`, notes: `Notes ${word}` });
    await send(`${site.origin}/api/registrations`, person);
    const [row] = rowsOf(site.dataDir, "select id, link_token from delegates order by id desc limit 1");
    const reader = new Database(join(site.dataDir, "conference.db"), { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from delegates").get();
    const answer = await submit(site, cookie, `${DESK}/${row?.id}`, { intent: "delete" });
    expect(answer && toastOf(answer)).toContain("traces remain");
    const isKilled = round % 2 === 1;
    if (isKilled) await site.end("SIGKILL");
    // Copies the files, because closing the database below would remove the traces.
    const dataDir = isKilled ? newDataDir() : site.dataDir;
    if (isKilled) cpSync(site.dataDir, dataDir, { recursive: true });
    for (const program of [reader, sqlite]) program.close();
    if (!isKilled) expect(await site.end("SIGTERM")).toBe(0);
    const traces = [word, `${row?.link_token}`];
    if (isKilled) {
      expect(found(dataDir, traces)).not.toEqual([]);
      const next = await startSite({ dataDir });
      await until("nothing is found", () => found(dataDir, traces).length === 0);
      expect(await next.end("SIGTERM")).toBe(0);
    }
    expect(found(dataDir, traces)).toEqual([]);
    lookAtCopy(dataDir, (copy) => expect(faultsOf(copy)).toEqual([]));
  }
  record(
    `${rounds} delegates were deleted while another program read the database. After each deletion, the server was stopped or killed`,
    "No deleted data remained after the stop or the next start",
    "erasure",
  );
});

const newWord = () => `q${crypto.randomUUID().replaceAll("-", "")}`;

const found = (folder: string, words: string[]): string[] =>
  filesIn(folder).flatMap((path) => {
    const text = readFileSync(path).toString("latin1").toLowerCase();
    return words.filter((word) => text.includes(word)).map((word) => `${word} in ${path}`);
  });

const filesIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const TABLES = ["speakers", "program_sessions", "connections"];
const SCREENS = { speaker: "/admin/speakers", session: "/admin/program", connection: "/admin/connections" };
type Form = [path: string, fields: Record<string, string>];

test("undo restores deleted items completely, once, in any order and after a kill", async () => {
  const rounds = cases(60, 2);
  const dataDir = newDataDir();
  const port = await freePort();
  spawnSync(process.execPath, ["bin/seed.ts"], { env: { ...process.env, DATA_DIR: dataDir } });
  let site = await startSite({ dataDir, port });
  const cookie = await logInOver(site);
  const rows = () => TABLES.map((table) => rowsOf(dataDir, `select * from ${table} order by id`));
  const before = rows();
  const count = { deletions: 0, presses: 0, kills: 0 };

  for (let round = 0; round < rounds; round += 1) {
    const [speakers = [], sessions = [], connections = []] = rows();
    const chosen = (rows: Record<string, unknown>[], count: number) => shuffled(rows).slice(0, count);
    const forms = shuffled<Form>([
      ...chosen(speakers, 3).map(({ id }): Form => [`/admin/speakers?delete=${id}`, { intent: "delete" }]),
      ...chosen(sessions, 2).map(({ id }): Form => [`/admin/program?delete=${id}`, { intent: "delete" }]),
      ...chosen(connections, 3).map(
        (row): Form => [
          "/admin/connections",
          { speakerId: `${row.speaker_id}`, sessionId: `${row.program_session_id}`, disconnect: "1" },
        ],
      ),
    ]);
    const deleting = forms.map(([path, fields]) => submit(site, cookie, path, fields));
    if (round % 2 === 1) {
      await pause(Math.random() * 30);
      await site.end("SIGKILL");
      count.kills += 1;
      site = await startSite({ dataDir, port });
    }
    await Promise.all(deleting);
    const deletions = () =>
      rowsOf(
        dataDir,
        "select id, subject from changesets where undo_until is not null and undone_by is null",
      );
    count.deletions += deletions().length;
    // Connections can be restored only after their speakers and sessions.
    for (let pass = 0; pass < 4 && deletions().length > 0; pass += 1) {
      for (const { id, subject } of shuffled(deletions())) {
        const undo = { intent: "undo", changeset: `${id}` };
        const press = () => submit(site, cookie, SCREENS[subject as keyof typeof SCREENS], undo);
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
  record(
    `The server was killed ${count.kills} times during ${count.deletions} deletions, which were then undone`,
    "All deleted rows were restored",
    "undo",
  );
});

test("the announced deletion of all delegates is finished after kills, and its event counts all", async () => {
  const people = cases(20_000, 5_000);
  const kills = cases(10, 2);
  const dataDir = newDataDir();
  const conference = conferenceFile({ ...SMALL, deleteAfterDays: 30 });
  const on = (day: string) => ({
    dataDir,
    settings: { ...conference, ...startedAt(`${day}T12:00:00+01:00`) },
  });
  await (await startSite(on("2027-11-15"))).end("SIGTERM");
  inDatabase(dataDir, (sqlite) => {
    insertDelegates(sqlite, people);
    const announce = sqlite.prepare(
      "insert into changes (kind, subject, label, created_at) values ('event', 'deletion on', '30 November 2027', ?)",
    );
    for (let day = 16; day < 30; day += 1) announce.run(Date.parse(`2027-11-${day}T12:00:00+01:00`));
  });
  const left = () => countOf(dataDir, "select count(*) from delegates");
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = left();
    const killed = await launchSite(on("2027-11-30"));
    await until("some are deleted", () => left() < before, 60_000);
    await killed.end("SIGKILL");
    expect(left()).toBeGreaterThan(0);
    expect(left() % 50).toBe(0);
  }
  const last = await startSite(on("2027-11-30"));
  const isDone = () => left() === 0 && tracesIn(dataDir, "@outlet7.example").length === 0;
  await until("all are deleted, without a trace", isDone, 120_000);
  expect(await last.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (sqlite) => {
    expect(faultsOf(sqlite)).toEqual([]);
    const events = sqlite.prepare("select label from changes where subject = 'deletion of'").pluck().all();
    expect(events).toEqual([`${people.toLocaleString("en-AU")} delegates`]);
  });
  record(
    `The server was killed ${kills} times while it deleted all ${people.toLocaleString("en-AU")} delegates on the announced day`,
    "Each start continued. At the end, none was left in any file, and the history counted all",
    "erasure",
  );
});
