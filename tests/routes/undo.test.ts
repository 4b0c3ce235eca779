import { utimesSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { photo } from "../support/backups.ts";
import { app, db, organisedForEach, organiser } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

organisedForEach();

const textOf = async (response: Response) => visibleText(await response.text());
const rows = () =>
  ["speakers", "program_sessions", "connections"].map((table) =>
    app.sqlite.prepare(`select * from ${table} order by id`).all(),
  );
const run = (sql: string, ...values: unknown[]) => app.sqlite.prepare(sql).run(...values);
const letTenMinutesPass = () => run("update changesets set undo_until = ?", Date.now() - 1);
type Pair = { speakerId: string; sessionId: string };
/** A connection, as the forms that connect and disconnect send it. */
const pairOf = (where: string) => {
  const columns = `cast(speaker_id as text) "speakerId", cast(program_session_id as text) "sessionId"`;
  return db.rows(`select ${columns} from connections where ${where}`)[0] as Pair;
};
const connect = (pair: Pair, how: Record<string, string>) =>
  organiser.post("/admin/connections", { ...pair, ...how });
const UNDOABLE = "undo_until is not null and undone_by is null";
const deletions = () => db.values(`select id from changesets where ${UNDOABLE} order by id`).map(String);
const remove = (screen: string, id: number) => organiser.post(`${screen}?delete=${id}`, { intent: "delete" });
/** Presses 'Undo'. Returns the toast. */
async function undo(screen: string, deletion = deletions().at(-1) ?? ""): Promise<string> {
  const page = await organiser.follow(await organiser.post(screen, { intent: "undo", changeset: deletion }));
  return visibleText(/class="toast".*?<\/div>/s.exec(await page.text())?.[0] ?? "").trim();
}

test.each([
  ["/admin/speakers", 9, "Speaker deleted successfully.", "Speaker restored."],
  ["/admin/program", 4, "Session deleted successfully.", "Session restored."],
])(
  "on %s a deleted item is restored by the toast's own form: rows, order, connections",
  async (screen, id, done, back) => {
    const [before, publicBefore] = [rows(), await (await app.fetch("/")).text()];
    const deleted = await organiser.follow(await remove(screen, id));
    const page = await deleted.text();
    expect(visibleText(page)).toContain(done);
    const toast = page.slice(page.indexOf('class="toast"'));
    const form = toast.slice(toast.indexOf("<form"), toast.indexOf("</form>"));
    expect(form).toContain('method="post"');
    expect(form).toContain(`action="${screen}"`);
    expect(form).toMatch(/<button(?=[^>]* name="intent")(?=[^>]* value="undo")/);
    expect(form).toContain(`name="changeset" value="${deletions()[0]}"`);
    expect(rows()).not.toEqual(before);

    expect(await undo(screen)).toContain(back);
    expect(rows()).toEqual(before);
    expect(deletions()).toEqual([]);
    const nonce = /[0-9a-f-]{36}/g;
    expect((await (await app.fetch("/")).text()).replace(nonce, "")).toBe(publicBefore.replace(nonce, ""));
  },
);

test("a save that moves a session says where to, and its undo moves it back, unless it was edited since", async () => {
  const screen = "/admin/program";
  const row = () => db.rows("select * from program_sessions where id = 4")[0] as Record<string, string>;
  const { title = "", type = "", track = "", time, description } = row();
  const save = async (changes: object) => {
    const fields = { title, type, track, seen: String(row().updated_at), return: "edit", ...changes };
    const saved = await organiser.post(`${screen}?edit=4`, fields);
    expect(saved.headers.get("Location")).toBe(`${screen}#edit-4`);
    return textOf(await organiser.follow(saved));
  };
  expect(await save({ time: "4:10 PM" })).toContain(
    "Session updated successfully. It moved to 4:10 PM, B2B Stream. Undo",
  );
  expect(await textOf(await organiser.get(screen))).not.toContain("Recently deleted");
  expect(await undo(screen)).toContain("Session restored.");
  expect(row()).toMatchObject({ title, time, description });
  await save({ time: "4:20 PM" });
  const moved = deletions().at(-1);
  expect(await save({ time: "4:20 PM", title: "Later" })).not.toMatch(/It moved to|successfully\. Undo/);
  await save({ time: "4:30 PM", title: "Later" });
  expect(await undo(screen, moved)).toContain("This can no longer be undone.");
  expect(row()).toMatchObject({ title: "Later", time: "4:30 PM" });
});

test("a removed connection is restored with its role", async () => {
  const before = rows();
  const removed = await connect(pairOf("1"), { disconnect: "1" });
  const page = await textOf(await organiser.follow(removed));
  expect(page).toContain("Speaker disconnected from session successfully Undo");
  expect(await undo("/admin/connections")).toContain("Connection restored.");
  expect(rows()).toEqual(before);
});

test("a connection removed twice is listed once, and not at all once it exists again", async () => {
  const pair = { speakerId: "9", sessionId: "1" };
  const change = async (how: Record<string, string>) =>
    textOf(await organiser.follow(await connect(pair, how)));
  expect(await change({ role: "speaker" })).not.toContain("Recently deleted");
  expect(await change({ disconnect: "1" })).toContain("Recently deleted (1)");
  expect(await change({ role: "moderator" })).not.toContain("Recently deleted");
  expect(await change({ disconnect: "1" })).toContain("Recently deleted (1)");
  expect(await undo("/admin/connections")).toContain("Connection restored.");
  const role = "select role from connections where speaker_id = 9 and program_session_id = 1";
  expect(db.value(role)).toBe("moderator");
  expect(await textOf(await organiser.get("/admin/connections"))).not.toContain("Recently deleted");
});

test("items that JSON calls delete can be restored on the screen, which lists them", async () => {
  const before = rows();
  expect((await organiser.json("DELETE", "/api/admin/speakers/9")).status).toBe(204);
  const text = await textOf(await organiser.get("/admin/speakers"));
  expect(text).toMatch(
    /Recently deleted \(1\) Gregor Achterberg by ana@example\.com\. Can be restored until \d+:\d\d [AP]M ?\. Undo deleting Gregor Achterberg/,
  );
  expect(await textOf(await organiser.get("/admin/program"))).not.toContain("Recently deleted");
  expect(await undo("/admin/speakers")).toContain("Speaker restored.");
  expect(rows()).toEqual(before);
  expect(await textOf(await organiser.get("/admin/speakers"))).not.toContain("Recently deleted");
});

test("a second press, another screen, a stranger's id and a press after ten minutes change nothing and say so", async () => {
  const OVER =
    "Error This can no longer be undone. It has already been undone, it has changed since, or the time limit has passed.";
  await remove("/admin/speakers", 9);
  const [deletion = ""] = deletions();
  expect(await undo("/admin/program", deletion)).toContain(OVER);
  await undo("/admin/speakers", deletion);
  const back = rows();
  expect(await undo("/admin/speakers", deletion)).toContain(OVER);
  expect(await undo("/admin/speakers", "../../x")).toContain(OVER);
  expect(await undo("/admin/speakers", "")).toContain(OVER);
  expect(rows()).toEqual(back);

  await remove("/admin/speakers", 9);
  letTenMinutesPass();
  expect(await textOf(await organiser.get("/admin/speakers"))).not.toContain("Recently deleted");
  expect(await undo("/admin/speakers")).toContain(OVER);
  expect(db.count("speakers")).toBe(17);
});

test("expired deletions are removed", async () => {
  await remove("/admin/speakers", 9);
  letTenMinutesPass();
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  await removeExpiredRows();
  expect(deletions()).toEqual([]);
});

test("a connection whose other end is gone for good is left out, and the toast says so", async () => {
  await remove("/admin/speakers", 9);
  app.sqlite.exec("delete from program_sessions where id in (select program_session_id from connections)");
  expect(await undo("/admin/speakers")).toContain(
    "Speaker restored. 2 connections were not restored: the session has since been deleted or connected again.",
  );
  expect(db.value("select name from speakers where id = 9")).toBe("Gregor Achterberg");
  expect(app.sqlite.pragma("foreign_key_check")).toEqual([]);
});

test("both ends of a connection deleted one after the other are restored with it, in either order", async () => {
  const before = rows();
  const { sessionId } = pairOf("speaker_id = 9");
  for (const order of ["speaker first", "session first"]) {
    await remove("/admin/speakers", 9);
    await remove("/admin/program", Number(sessionId));
    const [speaker = "", session = ""] = deletions();
    const presses = [() => undo("/admin/speakers", speaker), () => undo("/admin/program", session)];
    const said = [];
    for (const press of order === "speaker first" ? presses : presses.toReversed()) said.push(await press());
    expect(said.join(" "), order).toContain(
      order === "speaker first" ? "1 connection was not restored" : "Session restored.",
    );
    expect(rows(), order).toEqual(before);
  }
});

test("a connection whose undo came too early can be restored once its end exists", async () => {
  const before = rows();
  const pair = pairOf("id = 1");
  await connect(pair, { disconnect: "1" });
  await remove("/admin/speakers", Number(pair.speakerId));
  const [connection = "", speaker = ""] = deletions();
  expect(await undo("/admin/connections", connection)).toContain("Error");
  expect(await undo("/admin/speakers", speaker)).toContain("Speaker restored.");
  expect(await undo("/admin/connections", connection)).toContain("Success");
  expect(deletions()).toEqual([]);
  expect(rows()).toEqual(before);
});

test("a connection that was made again, or has lost an end, is not restored a second time", async () => {
  const pair = pairOf("speaker_id = 9");
  await connect(pair, { disconnect: "1" });
  const [deletion = ""] = deletions();
  await connect(pair, { role: "moderator" });
  const before = rows();
  const BLOCKED =
    "This connection cannot be restored. Its speaker or session has since been deleted, or they have been connected again.";
  expect(await undo("/admin/connections", deletion)).toContain(BLOCKED);
  expect(rows()).toEqual(before);
  // Deletes the connection's speaker as well.
  await organiser.post("/admin/speakers?delete=9", { intent: "delete" });
  expect(await undo("/admin/connections", deletion)).toContain(BLOCKED);
  await undo("/admin/speakers", deletions().at(-1));
  expect(rows()).toEqual(before);
});

test("an image is kept while its speaker can be restored", async () => {
  const { storeImage, sweepImages } = await import("#app/models/image/image.server.ts");
  const stored = await storeImage(await photo());
  const path = stored.ok ? stored.path : "";
  run("update speakers set image_url = ? where id = 9", path);
  const root = join(app.dataDir, "uploads");
  for (const name of await readdir(root, { recursive: true })) utimesSync(join(root, name), 1, 1);

  await remove("/admin/speakers", 9);
  expect(await sweepImages()).toBe(0);
  await undo("/admin/speakers");
  expect((await app.fetch(path)).status).toBe(200);

  await remove("/admin/speakers", 9);
  letTenMinutesPass();
  expect(await sweepImages()).toBeGreaterThan(0);
  expect((await app.fetch(path)).status).toBe(404);
});

test("the history names the restored item and the organiser", async () => {
  const session = pairOf("speaker_id = 9").sessionId;
  await remove("/admin/speakers", 9);
  await undo("/admin/speakers");
  const text = await textOf(await organiser.get("/admin/speakers?history=9"));
  expect(text).toContain(`Restored, by ${ORGANISER}`);
  expect(text).toContain(`Deleted, by ${ORGANISER}`);
  expect(await textOf(await organiser.get(`/admin/connections?history=${session}`))).toContain(
    "Reconnected Gregor Achterberg to",
  );
});
