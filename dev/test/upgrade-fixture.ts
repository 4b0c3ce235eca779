// npm run upgrade:fixture: fills a site of this version, and keeps its data, pages and letters in
// tests/upgrades/VERSION. tests/routes/upgrades.test.ts upgrades them to the version that it tests.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type Database from "better-sqlite3";
import { createToken } from "#app/platform/api-token.server.ts";
import site from "../../package.json" with { type: "json" };
import { inDatabase } from "../../tests/faults/support/rows.ts";
import { ORIGIN } from "../../tests/support/app.ts";
import { TEST_SECRET } from "../../tests/support/form-id.ts";
import { newFolder } from "../../tests/support/new-folder.ts";
import { ORGANISER } from "../../tests/support/organiser.ts";
import {
  AGES,
  type Facts,
  makeOlder,
  readPage,
  sentLetters,
  startWith,
  UPGRADES,
  wordsIn,
  wordsOf,
} from "../../tests/support/upgrades.ts";
import { fillSite } from "./upgrade-site.ts";

/** Pages, files and calls of every conference. */
const PATHS = `
  / /now /my-day /register /privacy /calendar.ics /sitemap.xml
  /api/program /api/speakers /api/admin/delegates
  /admin /admin/speakers /admin/program /admin/connections /admin/delegates /admin/messages /admin/logins
  /admin/delegates/door /admin/delegates/door-list /admin/delegates/badges
  /admin/delegates.csv /admin/speakers.csv /admin/program.csv /admin/connections.csv
`
  .trim()
  .split(/\s+/);

const folder = join(UPGRADES, site.version);
const conferenceFile = join(folder, "conference.json");
if (existsSync(folder)) {
  console.error(
    `${folder} is already there. Set the next version in package.json first, or delete the folder.`,
  );
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
copyFileSync("dev/test/upgrade-conference.json", conferenceFile);

const token = createToken("lists", "read");
if (!token) throw new Error("No token was made");
const settings = {
  SITE_URL: ORIGIN,
  ADMIN_EMAILS: ORGANISER,
  CONFERENCE_FILE: conferenceFile,
  NOTIFY_EMAIL: "desk@fjorddays.example",
  API_TOKENS: token.entry.replace(/[^:]+$/, "{day}"),
  METRICS_TOKEN: "a-token-for-the-metrics",
  UNDO_SECONDS: "2",
};
const dataDir = newFolder();
writeFileSync(join(dataDir, "secret"), `${TEST_SECRET}\n`, { mode: 0o600 });
const filled = await fillSite(dataDir, settings);
const facts: Facts = {
  madeAt: Date.now(),
  settings: { ...settings, CONFERENCE_FILE: "" },
  ...filled,
  apiToken: token.token,
  pages: await readPages(),
  letters: await readLetters(),
};
writeFileSync(join(folder, "facts.json"), `${JSON.stringify(facts, null, 2)}\n`);
keepData();
console.log(`${folder}: ${Object.keys(facts.pages).length} pages, ${facts.letters.length} letters`);

/** A copy of the site, because pages and letters change the data. */
function copyOfSite(ageMs: number): string {
  const copy = newFolder();
  cpSync(dataDir, copy, { recursive: true });
  makeOlder(copy, ageMs);
  return copy;
}

async function readPages(): Promise<Facts["pages"]> {
  const words = inDatabase(dataDir, wordsOf);
  const running = await startWith(copyOfSite(AGES.undoable), settings);
  const pages: Facts["pages"] = {};
  for (const path of inDatabase(dataDir, pathsOf)) {
    const page = await readPage(running, path, filled.cookie);
    if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
    pages[path] = wordsIn(page.text, words);
  }
  await running.stop();
  return pages;
}

async function readLetters(): Promise<Facts["letters"]> {
  const words = inDatabase(dataDir, wordsOf);
  const sent = await sentLetters(copyOfSite(AGES.due), settings);
  return sent.map(({ to, text }) => ({ to, words: wordsIn(text, words) }));
}

/** Addresses of everything that shows a row of the database. */
function pathsOf(sqlite: Database.Database): string[] {
  const each = (sql: string, ...paths: string[]) =>
    sqlite
      .prepare(sql)
      .pluck()
      .all()
      .flatMap((value) => paths.map((path) => path.replace("*", String(value))));
  return [
    ...PATHS,
    ...each("select image_url from speakers where image_url like '/objects/%'", "*"),
    ...each("select id from speakers where not is_draft", "/?speaker=*", "/og/speakers/*.png"),
    ...each("select id from speakers where not is_draft", "/api/speakers/*/sessions"),
    ...each("select id from program_sessions", "/?session=*", "/calendar/*.ics", "/api/sessions/*/speakers"),
    ...each("select link_token from delegates", "/registration/*"),
    ...each("select id from delegates", "/admin/delegates/*", "/admin/delegates/*/personal-data.json"),
    ...each("select id from messages", "/admin/messages/*"),
  ];
}

/** Keeps what the volume and a backup contain. */
function keepData(): void {
  inDatabase(dataDir, (sqlite) => sqlite.exec("pragma wal_checkpoint(truncate); vacuum"));
  const backup = join(newFolder(), "backup.tar");
  const env = { ...process.env, DATA_DIR: dataDir, CONFERENCE_FILE: conferenceFile };
  const { status } = spawnSync(process.execPath, ["bin/backup.ts", backup], { env, stdio: "inherit" });
  if (status !== 0) throw new Error("No backup was made");
  writeFileSync(join(folder, "backup.tar.gz"), gzipSync(readFileSync(backup)));
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(dataDir.length + 1);
    if (!file.isFile() || !/^(conference\.db$|secret$|uploads\/)/.test(path)) continue;
    const kept = join(folder, "data", `${path}.gz`);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, gzipSync(readFileSync(join(dataDir, path))));
  }
}
