// A system clock that jumps loses no data.
import { afterEach, expect, test, vi } from "vitest";
import { SPEAKER } from "../support/factories.ts";
import { HISTORY } from "../support/history.ts";
import { openModels } from "../support/models.ts";

afterEach(() => vi.useRealTimers());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const YEAR = 365 * DAY;
const ACTOR = "olive@example.com";

/** Sets the system clock `ms` milliseconds ahead of real time. Timers keep running. */
function setClockAhead(ms: number): void {
  vi.useRealTimers();
  if (ms !== 0) vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
}

async function openSite(settings: Record<string, string> = {}) {
  const site = await openModels({ ADMIN_EMAILS: ACTOR, ...settings });
  const { SPEAKERS } = await import("#app/models/speaker/speaker.server.ts");
  return {
    ...(await import("#app/db/connection.server.ts")),
    ...site,
    SPEAKERS,
    ...(await import("#app/models/expiry.server.ts")),
    ...(await import("#app/models/login/login-session.server.ts")),
    ...(await import("#app/models/login/login-link.server.ts")),
    ...(await import("#app/models/submission/draft.server.ts")),
    ...(await import("#app/models/changeset/changeset.server.ts")),
    ...(await import("#app/models/login/user.server.ts")),
    addSpeaker: async (name: string) => {
      const created = await SPEAKERS.create(await SPEAKERS.input.parseAsync({ ...SPEAKER, name }), ACTOR);
      if (!created.ok) throw new Error(created.reason);
      return created.item;
    },
    entries: () => site.column(`select label from ${HISTORY} order by id`),
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

const claim = (site: Site, formId: string) => site.claimForm(formId, { actor: ACTOR, action: "test" });

/** Creates one record of each kind that expires. */
async function fillSite(site: Site) {
  const user = await site.saveUser({ email: ACTOR });
  const { sid } = await site.createLoginSession(user.id);
  const link = await site.createLoginLink(ACTOR);
  const draft = await site.createDraft(user.id, { name: "typed" });
  const { id } = await site.addSpeaker("Kept Long");
  await site.SPEAKERS.delete(id, ACTOR);
  await claim(site, "form-1");
  return { user, sid, link, draft };
}

test("a clock that jumps ahead purges nothing, whatever is done meanwhile", async () => {
  const site = await openSite();
  const kept = await fillSite(site);
  const before = site.entries();
  setClockAhead(10 * YEAR);
  await site.addSpeaker("Made Ahead");
  await claim(site, "form-2");
  await site.createDraft(kept.user.id, { name: "ahead" });
  await site.createLoginLink(ACTOR);
  await site.purgeLoginSessions();
  await site.removeExpiredRows();
  setClockAhead(0);
  await site.removeExpiredRows();
  expect(site.entries()).toEqual([...before, "Made Ahead"]);
  expect(await claim(site, "form-1")).toBe(false);
  expect(await claim(site, "form-2")).toBe(false);
  expect(await site.getDraft(kept.draft, kept.user.id)).toEqual({ name: "typed" });
  expect(await site.resumeLoginSession(kept.sid)).toBe(kept.user.id);
  expect(await site.redeemLoginLink(kept.link)).toBe(ACTOR);
  const [deletion] = await site.SPEAKERS.listDeletions();
  expect(await site.SPEAKERS.undo(deletion?.id ?? 0, ACTOR)).toMatchObject({ ok: true });
});

test("a clock that is set back purges nothing made meanwhile", async () => {
  const site = await openSite();
  setClockAhead(-2 * YEAR);
  await site.addSpeaker("Made Behind");
  // SQLite's own clock is not faked.
  for (const table of ["changes", "changesets"])
    site.sqlite.exec(`update ${table} set created_at = created_at - ${2 * YEAR}`);
  await site.removeExpiredRows();
  expect(site.entries()).toEqual(["Made Behind"]);
});

test("expired records are deleted if the clock is right", async () => {
  const site = await openSite();
  await fillSite(site);
  site.sqlite.exec(`
    update changes set created_at = created_at - ${401 * DAY};
    update changesets set created_at = created_at - ${401 * DAY};
    update login_sessions set expire = expire - ${DAY}`);
  await site.removeExpiredRows();
  expect(site.entries()).toEqual([]);
  for (const table of ["changesets", "changes", "login_sessions"]) expect(site.count(table)).toBe(0);
});

test("a used form that changed nothing leaves no row after a day", async () => {
  const site = await openSite();
  await claim(site, "form-1");
  site.sqlite.exec(`update changesets set created_at = created_at - ${DAY + 1}`);
  await site.removeExpiredRows();
  expect(site.count("changesets")).toBe(0);
});

async function keepForOverADay(site: Site) {
  const { storeImportFile, ...lists } = await import("#app/models/import/import.server.ts");
  const { isFileStored } = await import("#app/models/import/stored-file.server.ts");
  const draft = await site.createDraft("ana", { text: "typed" });
  const bytes = new TextEncoder().encode("Name,Title,Company,Category\nAda,Editor,Quill,b2c");
  const list = await storeImportFile("speaker", { bytes, fileName: "list.csv" }, "ana");
  if (!list.ok) throw new Error(list.problem);
  await claim(site, "form-1");
  site.sqlite.exec(`update drafts set created_at = created_at - ${DAY + 1};
    update changesets set created_at = created_at - ${DAY + 1}`);
  return { ...lists, isFileStored, draft, file: list.file };
}

test("a draft and an uploaded list are unavailable after a day, even if still stored", async () => {
  const site = await openSite();
  const { draft, file, ...lists } = await keepForOverADay(site);
  expect(await site.getDraft(draft, "ana")).toBeNull();
  expect(await lists.previewImport("speaker", file, "ana")).toBeNull();
  expect(await site.batch((tx) => lists.isFileStored(tx, file))).toBe(false);
  expect(site.count("drafts")).toBe(2);
});

test.each(["drafts", "changesets where form_id is not null"])(
  "%s are deleted after a day even if no new one is created",
  async (table) => {
    const site = await openSite();
    await keepForOverADay(site);
    await site.removeExpiredRows();
    expect(site.count(table)).toBe(0);
  },
);
