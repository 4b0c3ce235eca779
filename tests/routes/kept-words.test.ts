// What a list says about a person is kept nowhere that erasing does not reach.
import { beforeEach, expect, test } from "vitest";
import { photo } from "../support/backups.ts";
import { answersIn } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";

let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  await openOrganised();
  lists = listsOf(app, organiser);
});

/** Every cell of a person's row, and the name of the file, has this in it. */
const WORD = "quixotry";
const HEAD = "Full Name,Email Address,Job Title,Company,Order Status,Ticket,Dietary requirements,Wishes";
const rowOf = (title: string) =>
  `Ada ${WORD},${WORD}@example.org,${title} ${WORD},Of ${WORD},My ${WORD} status,Pass ${WORD},No ${WORD},Any ${WORD}`;
const CHOSEN = {
  [`word:status:My ${WORD} status`]: "confirmed",
  [`word:registrationType:Pass ${WORD}`]: "PR Pass",
};

/** The tables whose text contains the word. */
function tablesWithWord(): string[] {
  const tables = db.values("select name from sqlite_schema where type = 'table'") as string[];
  const textOf = (table: string) =>
    JSON.stringify(app.sqlite.prepare(`select * from "${table}"`).raw().all(), (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
  return tables.filter((table) => textOf(table).toLowerCase().includes(WORD));
}

async function bring(title: string) {
  const page = await lists.bring(`List of ${WORD}\n${HEAD}\n${rowOf(title)}`, "delegates", CHOSEN);
  expect(page.text).toContain("1 row: 1 ");
  const answer = await lists.press(page, { mail: "send" });
  expect(answer.status).toBe(303);
}

test("after an import, a correction by list, its undo and the erasing of the person, no table has their words", async () => {
  await bring("Lead");
  await bring("Head");
  expect(await lists.undoLast("delegates")).toContain("Import undone.");
  expect(tablesWithWord()).toContain("delegates");
  const id = db.value("select id from delegates");
  const html = await (await organiser.get(`/admin/delegates/${id}?delete`)).text();
  const { action, fields } = answersIn(html, 'value="delete"');
  await organiser.post(action, { ...fields, intent: "delete" });
  expect(db.count("delegates")).toBe(0);
  expect(tablesWithWord()).toEqual([]);
});

test("after an undone import, no table has the words of the people who were added", async () => {
  await bring("Lead");
  expect(await lists.undoLast("delegates")).toContain("Import undone.");
  expect(db.count("delegates")).toBe(0);
  expect(tablesWithWord()).toEqual([]);
});

test("a list that was matched but not imported is kept only as a draft", async () => {
  await lists.bring(`${HEAD}\n${rowOf("Lead")}`, "delegates", CHOSEN);
  expect(tablesWithWord()).toEqual(["drafts"]);
});

test("ten minutes after a speaker was deleted, no table has their words, also not from earlier edits", async () => {
  const values = { name: `Ada ${WORD}`, title: `Lead ${WORD}`, company: "Quill", category: "tech" };
  const saved = await organiser.json("POST", "/api/admin/speakers", { ...values, bio: `Likes ${WORD}` });
  const { id } = (await saved.json()) as { id: number };
  await organiser.json("PUT", `/api/admin/speakers/${id}`, { ...values, name: `Bea ${WORD}` });
  await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: id, sessionId: 1 });
  await organiser.json("DELETE", `/api/admin/speaker-sessions/${id}/1`);
  await organiser.json("DELETE", `/api/admin/speakers/${id}`);
  expect(tablesWithWord()).toContain("changes");
  const { removeExpiredRows } = await import("#app/models/expiry.server.ts");
  await removeExpiredRows();
  expect(tablesWithWord()).toContain("changes");
  app.sqlite.exec("update changes set created_at = created_at - 660000");
  await removeExpiredRows();
  expect(tablesWithWord()).toEqual([]);
  expect(db.count("pending_scrubs")).toBeGreaterThan(0);
  const admin = await (await organiser.get("/admin")).text();
  expect(admin).toContain("Deleted");
});

test("no table has the words of a photo’s file name, whether or not it fits a speaker", async () => {
  app.sqlite.exec("update speakers set name = 'Ada Made' where id = 1");
  const body = new FormData();
  for (const name of [`ada-made.${WORD}.png`, "ada made.png"])
    body.append("photos", new File([new Uint8Array(await photo())], name));
  const answer = await lists.send("/admin/speakers/photos", body);
  expect(await answer.text()).toContain(WORD);
  expect(tablesWithWord()).toEqual([]);
  expect(JSON.stringify(db.values("select result from changesets"))).not.toContain("Ada Made");
});
