// Every column of a person’s tables is exported, erased and in the history, or listed here with the reason.
import { expect, test } from "vitest";
import { toCamelCase } from "#app/platform/text.ts";
import { ANA, openModels } from "../support/models.ts";

type Rule = {
  /** Columns that the export leaves out, because they repeat others. */
  notExported?: string[];
  /** Columns that the history leaves out. */
  notRecorded: Record<string, string>;
  /** Columns whose values stay in the history, because they identify no one. */
  kept?: string[];
  /** Values of columns that do not accept the usual ones. */
  values: Record<string, string | number>;
};

const DELEGATES: Rule = {
  notExported: ["search_text", "mailbox"],
  notRecorded: {
    id: "never changes",
    mailbox: "follows from the email address",
    search_text: "follows from the answers",
    updated_at: "every change has a time",
  },
  kept: [
    ...["status", "status_before", "checked_in_at", "queued_at", "offered_until", "placed_at"],
    ...["coming_at", "paid_at"],
  ],
  values: {
    status: "attended",
    status_before: "pending",
    answers: '{"diet":"Quill answers"}',
    registration_type: "pr_pass",
    // The reference stays, as the name of what was erased.
    reference: "ABCDEF0123",
    speaker_id: 2,
  },
};
const SPEAKERS: Rule = {
  notRecorded: {
    id: "never changes",
    sort_order: "a move is an event of its own",
    updated_at: "every change has a time",
  },
  values: {
    links: '[{"label":"Quill links","href":"https://example.com"}]',
    proposed: '{"bio":"Quill proposed"}',
    featured: 1,
    is_draft: 1,
  },
};

async function open() {
  const site = await openModels();
  const { runChangeset, offerUndo } = await import("#app/models/changeset/changeset.server.ts");
  const { undo } = await import("#app/models/changeset/undo.server.ts");
  const { expireChangesets } = await import("#app/models/changeset/expiry.server.ts");
  const personalData = await import("#app/models/personal-data/personal-data.server.ts");
  for (const id of [1, 2])
    site.run(
      `insert into speakers (id, name, title, company, category) values (${id}, 'A', 'B', 'C', 'b2b')`,
    );
  const { id } = await site.register();
  site.run(`update delegates set speaker_id = 1, registration_type = 'media_pass' where id = ${id}`);
  return {
    ...site,
    ...personalData,
    id,
    change: (sql: string, subject: string) =>
      runChangeset({ actor: ANA }, "updated", (tx, changesetId) => {
        tx.run(sql);
        offerUndo(tx, changesetId, { subject, label: "" });
        return changesetId;
      }),
    undo: (changeset: number, subject: string) => undo({ actor: ANA }, { id: changeset, subject }),
    recorded: () => site.column("select before from changes union all select after from changes").join(),
    /** Ends the time to undo all that was done so far. */
    tenMinutesLater: async () => {
      site.run("update changes set created_at = created_at - 660000");
      site.run("update changesets set undo_until = undo_until - 660000, created_at = created_at - 660000");
      await site.batch(expireChangesets);
    },
  };
}
type Site = Awaited<ReturnType<typeof open>>;

const columnsOf = (site: Site, table: string) =>
  site.sqlite.pragma(`table_xinfo(${table})`) as { name: string; type: string; hidden: number }[];

/** Gives every column another value, each in a changeset that is undone and done again. */
async function changeAll(
  site: Site,
  { table, id, subject }: { table: string; id: number; subject: string },
  rule: Rule,
) {
  for (const { name, type, hidden } of columnsOf(site, table)) {
    if (name === "id" || hidden) continue;
    const before = site.column(`select ${name} from ${table} where id = ${id}`);
    const value = rule.values[name] ?? (/int/i.test(type) ? 5_000 : `Quill ${name}`);
    const sql = `update ${table} set ${name} = ${typeof value === "number" ? value : `'${value}'`} where id = ${id}`;
    const changeset = await site.change(sql, subject);
    const isRecorded = site.count(
      `changes where changeset_id = ${changeset} and after ->> '${name}' is not null`,
    );
    expect(isRecorded, `${table}.${name} is in the history`).toBe(name in rule.notRecorded ? 0 : 1);
    if (!isRecorded) continue;
    expect(await site.undo(changeset, subject), `${table}.${name} is undone`).toMatchObject({ ok: true });
    expect(site.column(`select ${name} from ${table} where id = ${id}`), name).toEqual(before);
    await site.change(sql, subject);
  }
}

function expectExported(site: Site, table: string, rule: Rule, exported: object | undefined): void {
  const names = columnsOf(site, table).map(({ name }) => name);
  const wanted = names.filter((name) => !rule.notExported?.includes(name));
  const values = Object.entries(exported ?? {}).filter(([, value]) => value !== null);
  expect(values.map(([name]) => name).sort(), table).toEqual(
    Object.keys(toCamelCase(Object.fromEntries(wanted.map((name) => [name, 1])))).sort(),
  );
}

test("every column of a delegate is exported, undone, in the history, and erased with the delegate", async () => {
  const site = await open();
  const { id } = site;
  await changeAll(site, { table: "delegates", id, subject: "delegate" }, DELEGATES);
  expectExported(site, "delegates", DELEGATES, (await site.exportPersonalData(id))?.registration);
  expect(site.tracesOf("quill")).not.toEqual([]);
  await site.deletePersonalData(id, ANA);
  expect(site.count("delegates")).toBe(0);
  expect(site.tracesOf("quill")).toEqual([]);
  const kept = site.column(`select distinct key from changes, json_each(coalesce(after, '{}'))
    where subject = 'delegate' and value is not null`);
  expect(kept.toSorted()).toEqual(DELEGATES.kept?.toSorted());
});

test("every column of a speaker is exported with the delegate’s data, in the history, and erased with the speaker", async () => {
  const site = await open();
  await changeAll(site, { table: "speakers", id: 1, subject: "speaker" }, SPEAKERS);
  expectExported(site, "speakers", SPEAKERS, (await site.exportPersonalData(site.id))?.speaker);
  const deletion = await site.change("delete from speakers where id = 1", "speaker");
  // Until the deletion can no longer be undone, the speaker comes back whole, and still linked.
  expect(await site.undo(deletion, "speaker")).toMatchObject({ ok: true, left: [] });
  expect(site.column("select proposed from speakers where id = 1")).toEqual(['{"bio":"Quill proposed"}']);
  expect((await site.exportPersonalData(site.id))?.registration.speakerId).toBe(1);
  await site.change("delete from speakers where id = 1", "speaker");
  await site.tenMinutesLater();
  expect(site.recorded()).not.toMatch(/quill/i);
});

test("what a speaker proposed is erased with the delegate, also from the history; the entry stays", async () => {
  const site = await open();
  await site.change(
    `update speakers set bio = 'Public', proposed = '{"bio":"Quill one"}' where id = 1`,
    "speaker",
  );
  const decline = await site.change("update speakers set proposed = null where id = 1", "speaker");
  await site.change(`update speakers set proposed = '{"bio":"Quill two"}' where id = 1`, "speaker");
  await site.deletePersonalData(site.id, ANA);
  expect(site.column("select proposed from speakers where id = 1")).toEqual([null]);
  expect(site.column("select bio from speakers where id = 1")).toEqual(["Public"]);
  expect(site.tracesOf("quill")).toEqual([]);
  expect(site.recorded()).toContain("Public");
  // An undo does not bring it back.
  expect(await site.undo(decline, "speaker")).toMatchObject({ ok: false });
  expect(site.column("select proposed from speakers where id = 1")).toEqual([null]);
});

test("what a speaker proposed goes when their registration passes to someone else", async () => {
  const site = await open();
  await site.change(`update speakers set proposed = '{"bio":"Quill one"}' where id = 1`, "speaker");
  await site.change(`update delegates set speaker_id = null where id = ${site.id}`, "delegate");
  expect(site.column("select proposed from speakers where id = 1")).toEqual([null]);
  expect(site.recorded()).not.toMatch(/quill/i);
});
