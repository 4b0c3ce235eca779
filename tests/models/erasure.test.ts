// Erasure of delegates and former organisers from every table and file.
import { expect, onTestFinished, test, vi } from "vitest";
import { copyOf } from "../faults/support/schemas.ts";
import { until } from "../faults/support/until.ts";
import { insertDelegates } from "../support/delegates.ts";
import { ANA, holdFirstMailTo, openMailingModels, openModels } from "../support/models.ts";

const ERASED = "erika.erased@example.com";

type Site = Awaited<ReturnType<typeof openSite>>;

/** Opens models without mail. `sqlite` is their connection, and `reader` is another program's. */
const openSite = async (settings: Record<string, string> = {}) => withErasure(await openModels(settings));

async function withErasure<Models extends Awaited<ReturnType<typeof openModels>>>(site: Models) {
  const { sqlite } = await import("#app/db/connection.server.ts");
  const maintenance = await import("#app/server/maintenance.server.ts");
  const { deletePersonalData } = await import("#app/models/personal-data/personal-data.server.ts");
  const { createDraft } = await import("#app/models/submission/draft.server.ts");
  const marks = () => site.count("pending_scrubs");
  return {
    ...site,
    ...maintenance,
    createDraft,
    sqlite,
    reader: site.sqlite,
    erase: (id: number) => deletePersonalData(id, ANA),
    marks,
    traces: () => site.tracesOf(ERASED),
    /** Waits until no traces and no unfinished deletions are left. */
    scrubbed: () => until("the traces are gone", () => site.tracesOf(ERASED).length === 0 && marks() === 0),
  };
}

/** Registers a delegate and leaves a copy on an unused page, as SQLite may when it splits pages. */
async function registerWithCopy(site: Site): Promise<number> {
  insertDelegates(site.reader, 300);
  const { id } = await site.register({ email: ERASED });
  site.sqlite.pragma("secure_delete = OFF");
  site.sqlite.exec("create table scratch (text)");
  site.sqlite.prepare("insert into scratch values (?)").run(`a copy of ${ERASED}`);
  site.sqlite.exec("drop table scratch");
  site.sqlite.pragma("secure_delete = ON");
  site.sqlite.pragma("wal_checkpoint(TRUNCATE)");
  expect(site.traces()).toEqual(["conference.db"]);
  return id;
}

/** Erases a delegate while another program is reading. Returns a function that ends the read. */
async function eraseWhileRead(site: Site): Promise<() => void> {
  const id = await registerWithCopy(site);
  site.reader.exec("begin");
  site.reader.prepare("select count(*) from delegates").get();
  expect(await site.erase(id)).toMatchObject({ isScrubbed: false });
  expect(site.traces()).not.toEqual([]);
  return () => void site.reader.exec("commit");
}

test("traces kept in the files by another program are deleted when it has ended", async () => {
  const site = await openSite();
  const end = await eraseWhileRead(site);
  end();
  await site.scrubbed();
  expect(site.reader.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("a deletion killed after its commit is finished at the next start", async () => {
  const killed = await openSite();
  onTestFinished(await eraseWhileRead(killed));
  const site = await openSite({ DATA_DIR: copyOf(killed.dataDir) });
  expect(site.traces()).not.toEqual([]);
  expect(site.marks()).toBe(1);
  onTestFinished(site.endMaintenance);
  site.startMaintenance();
  await site.scrubbed();
  expect(site.count("delegates")).toBe(300);
});

test("a stopping site finishes its deletions first", async () => {
  const site = await openSite();
  const end = await eraseWhileRead(site);
  end();
  await site.endMaintenance();
  expect(site.traces()).toEqual([]);
  expect(site.marks()).toBe(0);
});

test("a start without marked deletions does not rewrite the database", async () => {
  const site = await openSite();
  await registerWithCopy(site);
  site.startMaintenance();
  await site.endMaintenance();
  expect(site.traces()).toEqual(["conference.db"]);
});

test("a deletion whose traces cannot be searched succeeds, is finished later, and is logged", async () => {
  const site = await openSite();
  const id = await registerWithCopy(site);
  const fail = () => {
    throw new Error("disk I/O error");
  };
  const checkpoint = vi.spyOn(site.sqlite, "pragma");
  // Both the first checkpoint and its retry fail.
  for (const _ of [1, 2]) checkpoint.mockImplementationOnce(fail);
  const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await site.erase(id)).toMatchObject({ isScrubbed: false });
  await site.scrubbed();
  for (const sentence of ["traces of deletions could not", "were removed"])
    await until(sentence, () => logged.mock.calls.join().includes(sentence));
});

test("an erased delegate of an imported or uploaded list is in no table and no file", async () => {
  const site = await openSite();
  const { saveUser } = await import("#app/models/login/user.server.ts");
  const lists = await import("#app/models/import/import.server.ts");
  const user = await saveUser({ email: "ana@example.com", firstName: "Ana" });
  const head = "Full Name,Email Address,Job Title,Delegate Type,Additional Information";
  const upload = async (...rows: string[]) => {
    const bytes = new TextEncoder().encode([head, ...rows].join("\n"));
    const stored = await lists.storeImportFile("delegate", { bytes, fileName: "list.csv" }, user.id);
    if (!stored.ok) throw new Error(stored.problem);
    return stored.file;
  };
  const importList = async (file: string) => {
    const { seen = "" } = (await lists.previewImport("delegate", file, user.id)) ?? {};
    const asked = { file, seen, sendsMail: true, formId: crypto.randomUUID() };
    return lists.importFile("delegate", asked, { id: user.id, email: user.email });
  };
  const others = Array.from({ length: 500 }, (_, n) => `Other ${n},other${n}@example.com,Editor,PR Pass,`);
  const erika = `Erika von Erased,Erika.ERASED@Example.com,Editor,PR Pass,${"Allergic to zinnias. ".repeat(100)}`;
  expect(await importList(await upload(...others, erika))).toMatchObject({ ok: true, added: 501 });
  // An import of this second file would skip Erika, because her address is now registered.
  await upload(...others, erika);
  const id = Number(site.column("select max(id) from delegates"));
  expect(site.tracesOf("zinnias")).not.toEqual([]);
  expect(await site.erase(id)).toMatchObject({ isScrubbed: true });
  for (const text of [ERASED, "von erased", "zinnias"]) expect(site.tracesOf(text)).toEqual([]);
  expect(site.count("drafts")).toBe(0);

  const [last] = await lists.listImports("delegate");
  const undone = await lists.undoImport("delegate", last?.id ?? 0, { actor: user.email });
  expect(undone).toEqual({ ok: true, left: 0, isAll: false });
  expect(site.count("delegates")).toBe(0);
  await until("the undone rows are in no file", () => site.tracesOf("other499@").length === 0);
});

test("text typed about an erased delegate is deleted, text about others is kept", async () => {
  const site = await openSite();
  const details = { name: "Erika von Erased", email: ERASED, phone: "+61 400 123 987" };
  const { id } = await site.register(details);
  const typed: [what: string, fields: Record<string, string>, isGone: boolean][] = [
    ["the form of a walk-in", { name: "Erika von Erased", jobTitle: "Editor" }, true],
    ["a walk-in by address alone", { name: "E.", email: "Erika.ERASED@Example.com" }, true],
    ["a message to several", { subject: "Ramp", text: "For Erika von\nErased, who sits in row 1" }, true],
    ["a message with the family name first", { text: "Erased, Erika von: badge ready" }, true],
    ["a message with a telephone number", { text: "Ring (+61) 400-123-987 first" }, true],
    ["a message with the number as it is dialled", { text: "Ring 0400123987 first" }, true],
    ["a correction with another name", { delegate: String(id), name: "Rika" }, true],
    ["a personal line in an email", { id: `${id}:pending`, note: "Sorry about the ramp" }, true],
    ["a list of delegates with another spelling", { import: "delegate", text: "Von E., Rika" }, true],
    ["a list of speakers", { import: "speaker", text: "Name\nErika von Erased,Editor" }, true],
    ["a speaker", { name: "Ada Lovelace", bio: "Erika’s friend, von and zu" }, false],
    ["a correction of another delegate", { delegate: `${id}1`, name: "Ada Lovelace" }, false],
    ["a message that names no one", { text: "Doors open at eight. Ring 400 123." }, false],
  ];
  const drafts = await Promise.all(typed.map(([, fields]) => site.createDraft("ana", fields)));
  expect(await site.erase(id)).toMatchObject({ isScrubbed: true });
  const left = site.column("select id from drafts");
  for (const [index, [what, , isGone]] of typed.entries())
    expect(!left.includes(drafts[index]), what).toBe(isGone);
  for (const text of [ERASED, "von erased", "von\\nerased", '"rika"', "the ramp", "123-987"])
    expect([text, site.tracesOf(text)]).toEqual([text, []]);
});

test.each([
  ["Jürgen Großmann", "Badge of Juergen Grossmann"],
  ["Joerg Schaefer", "Schäfer, Jörg: badge ready"],
  ["Sean O’Brien", "For sean obrien"],
  ["Annemarie Vogt", "Ask Anne-Marie Vogt"],
  ["山田太郎", "山田太郎さんへ"],
])("text typed about %s as ‘%s’ is deleted with them", async (name, text) => {
  const site = await openSite();
  const { id } = await site.register({ name, email: ERASED });
  await site.createDraft("ana", { text });
  await site.erase(id);
  expect(site.count("drafts")).toBe(0);
});

test("a text that only shares letters with an erased name is kept", async () => {
  const site = await openSite();
  const { id } = await site.register({ name: "राम", email: ERASED });
  await site.createDraft("ana", { text: "मोहर" });
  await site.erase(id);
  expect(site.count("drafts")).toBe(1);
});

test("deleting a delegate's mail with them is not logged", async () => {
  const site = await openSite();
  const { id } = await site.register({ name: "Erika von Erased", email: ERASED });
  expect(site.count("outbox")).toBe(1);
  await site.erase(id);
  expect(site.count("outbox")).toBe(0);
  expect(site.count("changes where table_name = 'outbox' and kind = 'delete'")).toBe(0);
});

test("the mark of a deletion does not reveal who was deleted", async () => {
  const site = await openSite();
  onTestFinished(await eraseWhileRead(site));
  expect(site.sqlite.prepare("select * from pending_scrubs").all()).toEqual([{ id: 1 }]);
});

test("an email in transit while its addressee is erased is not sent again, and the next one follows", async () => {
  const slow = holdFirstMailTo(ERASED);
  const site = await withErasure(await openMailingModels(slow.behaviour));
  site.startMail();
  const { id } = await site.register({ email: ERASED });
  await slow.asked;
  await site.erase(id);
  slow.release();
  await site.register({ email: "next@example.com" });
  await until("the next email is sent", () => site.addresses().includes("next@example.com"));
  expect(site.addresses()).toEqual([ERASED, "next@example.com"]);
  expect(site.getMailStatus().trouble).toBeNull();
});

const rowsOf = (site: Site) => ({
  users: site.column("select email from users order by email"),
  logins: site.count("login_sessions"),
  links: site.column("select email from login_links order by email"),
  drafts: site.count("drafts"),
});

/** Creates two organisers, each with a login session, a login link and a draft. */
async function logInTwo(site: Site): Promise<void> {
  const { saveUser } = await import("#app/models/login/user.server.ts");
  const { createLoginSession } = await import("#app/models/login/login-session.server.ts");
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  for (const email of ["former@example.com", "olive@example.com"]) {
    const user = await saveUser({ email, firstName: `Name of ${email}` });
    await createLoginSession(user.id);
    await createLoginLink(email);
    await site.createDraft(user.id, { name: "x" });
  }
  expect(rowsOf(site)).toMatchObject({ logins: 2, drafts: 2 });
}

test("data of a former organiser is deleted at the next start", async () => {
  const before = await openSite({ ADMIN_EMAILS: "olive@example.com, former@example.com" });
  await logInTwo(before);
  before.startMaintenance();
  await before.endMaintenance();
  expect(rowsOf(before).users).toEqual(["former@example.com", "olive@example.com"]);
  before.sqlite.pragma("wal_checkpoint(TRUNCATE)");

  const site = await openSite({ ADMIN_EMAILS: "olive@example.com", DATA_DIR: copyOf(before.dataDir) });
  onTestFinished(site.endMaintenance);
  site.startMaintenance();
  await until("their rows are deleted", () => rowsOf(site).users.length === 1);
  expect(rowsOf(site)).toEqual({
    users: ["olive@example.com"],
    logins: 1,
    links: ["olive@example.com"],
    drafts: 1,
  });
  await until("their traces are erased", () => site.tracesOf("name of former").length === 0);
});
