import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { inDatabase } from "../faults/support/rows.ts";
import { formPost } from "../support/app.ts";
import { contentOf, newFolder } from "../support/backups.ts";
import { pressed } from "../support/forms.ts";
import { launch } from "../support/server.ts";
import {
  AGES,
  type Facts,
  lossesOf,
  makeOlder,
  readPage,
  rowsOf,
  sentLetters,
  startWith,
  UPGRADES,
  unpack,
  wordsIn,
} from "../support/upgrades.ts";

type Site = Awaited<ReturnType<typeof startWith>>;

/** Pages that fail, and words of the data that a page no longer has. */
async function missingIn(site: Site, { pages, cookie }: Facts, isRead = (_path: string) => true) {
  const missing: string[] = [];
  for (const [path, words] of Object.entries(pages).filter(([path]) => isRead(path))) {
    const { status, text } = await readPage(site, path, cookie);
    if (status !== 200) missing.push(`${path}: ${status}`);
    const found = wordsIn(text, words);
    missing.push(...words.filter((word) => !found.includes(word)).map((word) => `${path}: ${word}`));
  }
  return missing;
}

/** What a restore leaves out, and holds (docs/self-hosting.md, "Back up" and "Restore"). */
const AS_RESTORED = `
  pragma foreign_keys = off;
  delete from login_sessions;
  delete from login_links;
  delete from drafts;
  delete from changes where kind = 'delete';
  delete from changesets;
  update outbox set state = 'restored' where state = 'waiting';
  update messages set state = 'taken back' where state = 'promised';
`;

/** The volume's files except the database, which is compared by its rows. */
const filesIn = (dataDir: string) =>
  Object.entries(contentOf(dataDir)).filter(([path]) => /^(secret|uploads\/)/.test(path));

describe.each(readdirSync(UPGRADES))("a site of version %s", (version) => {
  test("keeps its rows, files, pages, links, logins and undo after an upgrade", async () => {
    const { dataDir, facts } = unpack(version, AGES.undoable);
    const rows = inDatabase(dataDir, rowsOf);
    const files = filesIn(dataDir);
    const site = await startWith(dataDir, facts.settings);
    try {
      expect(lossesOf(rows, inDatabase(dataDir, rowsOf))).toEqual([]);
      expect(await missingIn(site, facts)).toEqual([]);
      expect(filesIn(dataDir)).toEqual(expect.arrayContaining(files));

      const login = await site.fetch("/api/login", formPost({ link: facts.loginLink }));
      expect(login.headers.get("Location")).toBe("/admin");
      const headers = { Authorization: `Bearer ${facts.apiToken}` };
      expect((await site.fetch("/api/admin/delegates", { headers })).status).toBe(200);

      const list = await site.fetch("/admin/speakers", { headers: { Cookie: facts.cookie } });
      const { fields } = pressed(await list.text(), `Undo deleting ${facts.deletedSpeaker}`);
      await site.fetch("/admin/speakers", formPost(fields, { Cookie: facts.cookie }));
      expect((await readPage(site, "/", "")).text).toContain(facts.deletedSpeaker);
    } finally {
      await site.stop();
    }
  });

  test("sends its waiting letters after an upgrade, each once", async () => {
    const { dataDir, facts } = unpack(version, AGES.due);
    const sent = await sentLetters(dataDir, facts.settings);
    const unsent = facts.letters.filter(({ to, words }) => {
      const at = sent.findIndex((one) => one.to === to && wordsIn(one.text, words).length === words.length);
      if (at >= 0) sent.splice(at, 1);
      return at < 0;
    });
    expect(unsent).toEqual([]);
    expect(sent).toEqual([]);
  });

  test("is restored from its own backup by a later version, with every page and link", async () => {
    const { dataDir: kept, facts, backup } = unpack(version);
    const dataDir = newFolder();
    const file = join(newFolder(), "backup.tar");
    writeFileSync(file, gunzipSync(readFileSync(backup)));
    const env = { ...process.env, ...facts.settings, API_TOKENS: "", DATA_DIR: dataDir };
    const { status, stderr } = spawnSync(process.execPath, ["bin/restore.ts", file], { env });
    expect([status, String(stderr)]).toEqual([0, ""]);
    inDatabase(kept, (sqlite) => sqlite.exec(AS_RESTORED));
    expect(lossesOf(inDatabase(kept, rowsOf), inDatabase(dataDir, rowsOf))).toEqual([]);
    expect(filesIn(dataDir)).toEqual(filesIn(kept).filter(([path]) => path !== "secret"));

    makeOlder(dataDir, AGES.undoable - (Date.now() - facts.madeAt));
    const site = await startWith(dataDir, facts.settings);
    try {
      // A restore ends logins, so only pages for everyone and for the holders of links are read.
      expect(await missingIn(site, facts, (path) => !path.includes("/admin"))).toEqual([]);
    } finally {
      await site.stop();
    }
  });
});

test("a lost table, column or row of an upgrade is named", () => {
  const before = { speakers: [{ id: 1, name: "Ida", bio: "Wet" }], messages: [{ id: 2 }] };
  expect(lossesOf(before, { speakers: [{ id: 1, name: "Ida" }] })).toEqual([
    "the column speakers.bio",
    "the table messages",
  ]);
  const after = { speakers: [{ id: 1, name: "Ida", bio: "Dry", age: 9 }], messages: [{ id: 2 }] };
  expect(lossesOf(before, after)).toEqual(['a row of speakers: {"id":1,"name":"Ida","bio":"Wet"}']);
});

test("an earlier version refuses the upgraded database with a sentence, and leaves it as it is", async () => {
  const [version = ""] = readdirSync(UPGRADES);
  const { dataDir, facts } = unpack(version, AGES.undoable);
  // A migration that this version does not know.
  inDatabase(dataDir, (sqlite) =>
    sqlite.exec("insert into __drizzle_migrations (hash, created_at) values ('later', 9e12)"),
  );
  const before = contentOf(dataDir);
  const { exited, output } = await launch({ dataDir, settings: { ...facts.settings, API_TOKENS: "" } });
  expect(await exited).toBe(1);
  expect(output.join("")).toContain(
    "was made by a newer version of this site. Start that version, or restore a backup made by this one.",
  );
  expect(contentOf(dataDir)["conference.db"]).toBe(before["conference.db"]);
});
