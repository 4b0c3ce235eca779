// What an earlier version left (tests/upgrades/VERSION), and what must still be there after an upgrade.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { until } from "../faults/support/until.ts";
import { visibleText } from "./app.ts";
import { startMailServer } from "./mail-server.ts";
import { newFolder } from "./new-folder.ts";
import { launch, untilUp } from "./server.ts";

export const UPGRADES = "tests/upgrades";

export type Settings = Record<string, string>;

/** A version's facts.json. Words are texts of the database, such as a name. */
export type Facts = {
  /** When the data was made, in milliseconds since 1970. */
  madeAt: number;
  /** {day} stands for a day in the coming month, because a token is valid for a year at most. */
  settings: Settings;
  cookie: string;
  loginLink: string;
  apiToken: string;
  /** A speaker whose deletion can be undone. */
  deletedSpeaker: string;
  /** Words on each page, by path. */
  pages: Record<string, string[]>;
  /** Letters that waited, with their words. */
  letters: Letter[];
};
type Letter = { to: string; words: string[] };

/** The columns whose texts people wrote or see. */
const WORDS = {
  speakers: ["name", "pronouns", "title", "company", "email", "bio"],
  program_sessions: ["title", "description", "room"],
  delegates: [
    "name",
    "email",
    "phone",
    "job_title",
    "company",
    "notes",
    "outlet",
    "work_url",
    "reference",
    "link_token",
  ],
  messages: ["subject", "text"],
};

/** All words of a database, and the answers to the organisers' own questions. */
export function wordsOf(sqlite: Database.Database): string[] {
  const texts = Object.entries(WORDS).flatMap(([table, columns]) =>
    columns.flatMap((column) => sqlite.prepare(`select ${column} from ${table}`).pluck().all()),
  );
  const answers = sqlite.prepare("select value from delegates, json_each(answers)").pluck().all();
  const words = [...texts, ...answers].filter((word) => typeof word === "string" && word.length > 3);
  return [...new Set(words as string[])].sort();
}

export const wordsIn = (text: string, words: string[]): string[] =>
  words.filter((word) => text.includes(word));

const DAY_MS = 24 * 60 * 60 * 1000;
const inAMonth = () => new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);

/** Starts the site with `npm start` and the settings of a version, and without sending mail by default. */
export async function startWith(dataDir: string, settings: Settings, SMTP_URL = "") {
  const given = Object.entries(settings).map(([name, value]) => [name, value.replace("{day}", inAMonth())]);
  const all = { ...Object.fromEntries(given), SESSION_SECRET: "", SMTP_URL };
  const site = await untilUp(await launch({ dataDir, settings: all, script: "start" }));
  return {
    ...site,
    fetch: (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: "manual", ...init }),
  };
}
type Site = Awaited<ReturnType<typeof startWith>>;

const isPanel = (path: string) => /^\/(api\/)?admin/.test(path);

/** Reads a page, with the organiser's login if it is one of the panel. */
export async function readPage(site: Site, path: string, cookie: string) {
  const response = await site.fetch(path, { headers: isPanel(path) ? { Cookie: cookie } : {} });
  const body = await response.text();
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html");
  return { status: response.status, text: isHtml ? visibleText(body) : body };
}

/** Letters that wait, and messages whose letters will. */
const DUE = `select (select count(*) from outbox where state in ('waiting', 'sending'))
  + (select count(*) from messages where state = 'promised' and send_at < ?)`;

/** Starts the site with a mail server. Returns the letters that it sends until none waits. */
export async function sentLetters(dataDir: string, settings: Settings) {
  const mailServer = await startMailServer();
  const site = await startWith(dataDir, settings, mailServer.url);
  const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
  try {
    const due = sqlite.prepare(DUE).pluck();
    await until("every waiting letter is sent", () => due.get(Date.now()) === 0);
  } finally {
    sqlite.close();
    await site.stop();
    await mailServer.stop();
  }
  return mailServer.mails.map(({ to, email }) => ({
    to: to.join(),
    text: `${email.subject}\n${email.text}`,
  }));
}

/** Unpacks a version's data into a new folder, as if it had been made so long ago, or with its own times. */
export function unpack(version: string, ageMs?: number) {
  const folder = join(UPGRADES, version);
  const facts: Facts = JSON.parse(readFileSync(join(folder, "facts.json"), "utf8"));
  const dataDir = newFolder();
  for (const path of readdirSync(join(folder, "data"), { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".gz")) continue;
    const file = join(dataDir, path.slice(0, -".gz".length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, gunzipSync(readFileSync(join(folder, "data", path))));
  }
  if (ageMs !== undefined) makeOlder(dataDir, ageMs - (Date.now() - facts.madeAt));
  const settings = { ...facts.settings, CONFERENCE_FILE: resolve(folder, "conference.json") };
  return { dataDir, facts: { ...facts, settings }, backup: resolve(folder, "backup.tar.gz") };
}

const MINUTE_MS = 60_000;
/** Ages of the data: young enough for an undo, and old enough for every letter to be due. */
export const AGES = { undoable: 5 * MINUTE_MS, due: 15 * MINUTE_MS };

/** Moves all times of a database into the past, except those of the conference's far day. */
export function makeOlder(dataDir: string, ms: number): void {
  const sqlite = new Database(join(dataDir, "conference.db"));
  const names = (type: string) =>
    sqlite.prepare("select name from sqlite_master where type = ?").pluck().all(type) as string[];
  // The site creates its triggers when it starts.
  for (const trigger of names("trigger")) sqlite.exec(`drop trigger ${trigger}`);
  for (const table of names("table").filter((name) => !/^(sqlite|__drizzle)_/.test(name))) {
    for (const { name } of sqlite.pragma(`table_info(${table})`) as { name: string }[]) {
      const isTime = `typeof(${name}) = 'integer' and ${name} between 1.6e12 and 3e12`;
      sqlite.exec(`update ${table} set ${name} = ${name} - ${ms} where ${isTime}`);
    }
  }
  const times = ["startedAt", "lastUsedAt"].map((time) => `'$.${time}', sess ->> '$.${time}' - ${ms}`);
  sqlite.exec(`update login_sessions set sess = json_set(sess, ${times.join()})`);
  sqlite.close();
}

type Rows = Record<string, Record<string, unknown>[]>;

/** All rows of a database's own tables. */
export function rowsOf(sqlite: Database.Database): Rows {
  const tables = sqlite
    .prepare("select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [table, sqlite.prepare(`select * from ${table}`).all() as Rows[string]]),
  );
}

/** Says which tables, columns and rows of `before` are missing. Added ones are not compared. */
export function lossesOf(before: Rows, after: Rows): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const left = after[table];
    if (!left) return [`the table ${table}`];
    const columns = Object.keys(rows[0] ?? {});
    const missing = columns.filter((column) => left[0] && !(column in left[0]));
    const keyOf = (row: Rows[string][number]) => JSON.stringify(columns.map((column) => row[column]));
    const kept = new Set(left.map(keyOf));
    const lost = rows.filter((row) => !kept.has(keyOf(row)));
    if (missing.length > 0) return missing.map((column) => `the column ${table}.${column}`);
    return lost.map((row) => `a row of ${table}: ${JSON.stringify(row)}`);
  });
}
