import { expect, test } from "vitest";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { formWith } from "../support/forms.ts";
import { app, db, organisedForEach, organiser, pageOf } from "../support/organised.ts";

organisedForEach();

const SCREENS = ["speakers", "program"] as const;
type Screen = (typeof SCREENS)[number];

/** Fills a list up to 250 items in one group: 'Item 1' to 'Item 250'. */
function fill(screen: Screen, count = 250): void {
  const row =
    screen === "speakers"
      ? "into speakers (name, title, company, category, sort_order) select 'Item ' || i, 'Editor', 'Daily', 'tech', i"
      : "into program_sessions (title, time, type, sort_order) select 'Item ' || i, '11:00 AM', 'talk', i";
  const table = screen === "speakers" ? "speakers" : "program_sessions";
  app.sqlite.exec(`delete from connections; delete from ${table};
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) insert ${row} from n`);
}
const idOf = (screen: Screen, at: number): number =>
  Number(
    screen === "speakers"
      ? db.value("select id from speakers where name = ?", `Item ${at}`)
      : db.value("select id from program_sessions where title = ?", `Item ${at}`),
  );

const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<h3[^>]*>(Item \d+)</g)].map(([, name = ""]) => name);
const spanOf = (html: string) => {
  const rows = rowsOf(html);
  return `${rows.length} rows from ${rows[0]} to ${rows.at(-1)}`;
};

test.each(SCREENS)(
  "the list of %s comes a hundred at a time, with links to the other pages",
  async (screen) => {
    fill(screen);
    const path = `/admin/${screen}`;
    const first = await pageOf(path);
    expect(spanOf(first)).toBe("100 rows from Item 1 to Item 100");
    expect(first).toContain(`href="${path}?page=2"`);
    const last = await pageOf(`${path}?page=3`);
    expect(spanOf(last)).toBe("50 rows from Item 201 to Item 250");
    expect(last).toContain(`href="${path}?page=2"`);
    expect(spanOf(await pageOf(`${path}?page=9`))).toBe("50 rows from Item 201 to Item 250");
    // A hundred are one page.
    fill(screen, 100);
    const whole = await pageOf(path);
    expect(spanOf(whole)).toBe("100 rows from Item 1 to Item 100");
    expect(whole).not.toContain("page=");
  },
);

test.each(SCREENS)("a search finds %s of all pages, and has pages too", async (screen) => {
  fill(screen);
  const path = `/admin/${screen}`;
  expect(rowsOf(await pageOf(`${path}?q=item+247`))).toEqual(["Item 247"]);
  const many = await pageOf(`${path}?q=item`);
  expect(many).toContain(`href="${path}?q=item&amp;page=2"`);
  expect(spanOf(await pageOf(`${path}?q=item&page=2`))).toBe("100 rows from Item 101 to Item 200");
});

test.each(SCREENS)("links to one of the %s, and forms about it, lead to its page", async (screen) => {
  fill(screen);
  const path = `/admin/${screen}`;
  const id = idOf(screen, 150);
  const second = "100 rows from Item 101 to Item 200";
  for (const dialog of ["edit", "delete", "history"])
    expect([dialog, spanOf(await pageOf(`${path}?${dialog}=${id}`))]).toEqual([dialog, second]);
  const html = await pageOf(`${path}?edit=${id}`);
  expect(html).toContain(`href="${path}?item=${id}#edit-${id}"`);

  const table = screen === "speakers" ? "speakers" : "program_sessions";
  const seen = String(db.value(`select updated_at from ${table} where id = ?`, id));
  const { fields } = formWith(html, 'name="seen"');
  const kept =
    screen === "speakers"
      ? { ...SPEAKER, name: "Item 150" }
      : { ...SESSION, title: "Item 150", time: "11:00 AM" };
  const answers = { ...kept, seen, formId: fields.get("formId"), return: "edit" } as Record<string, string>;
  const saved = await organiser.post(`${path}?edit=${id}`, answers);
  expect(saved.headers.get("Location")).toBe(`${path}?item=${id}#edit-${id}`);
  expect(spanOf(await (await organiser.follow(saved)).text())).toBe(second);

  const move = { id: String(id), move: "up", return: "move", formId: crypto.randomUUID() };
  const moved = await organiser.post(path, move);
  expect(moved.headers.get("Location")).toBe(`${path}?item=${id}#move-${id}`);

  const deleted = await organiser.post(`${path}?delete=${id}`, {
    intent: "delete",
    formId: crypto.randomUUID(),
  });
  expect(deleted.status).toBe(303);
  const undo = formWith(await (await organiser.follow(deleted)).text(), 'value="undo"');
  undo.fields.set("intent", "undo");
  const restored = await organiser.post(path, Object.fromEntries(undo.fields) as Record<string, string>);
  expect(restored.headers.get("Location")).toMatch(new RegExp(`^${path}[?]item=${id}`));
});

test("a new speaker of a long list is shown on the page where the list has it", async () => {
  fill("speakers");
  const answers = { ...SPEAKER, category: "tech", return: "edit", formId: crypto.randomUUID() };
  const added = await organiser.post("/admin/speakers?add=", answers as Record<string, string>);
  const id = db.value("select max(id) from speakers");
  expect(added.headers.get("Location")).toBe(`/admin/speakers?item=${id}#edit-${id}`);
  expect(rowsOf(await (await organiser.follow(added)).text())).toHaveLength(50);
});
