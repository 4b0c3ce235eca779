// A speaker proposes changes of their own entry. Nothing is public before an organiser accepts them.
import { beforeEach, expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { answersIn, pressed } from "../support/forms.ts";
import { app, db, organisedForEach, organiser, pageOf, textAfter, textOf } from "../support/organised.ts";

const BIO = "Quillwork and lanterns.";
const SCREEN = "/admin/speakers";
organisedForEach();

let path: string;
beforeEach(() => {
  path = entryOf(1);
});

/** Puts a speaker on the delegate list. Returns the path of their entry’s form. */
function entryOf(speaker: number): string {
  const id = insertDelegate(app.sqlite, { speaker_id: speaker, registration_type: "speaker" });
  return `/registration/${db.value("select link_token from delegates where id = ?", id)}/speaker`;
}
const htmlOf = async (at: string) => (await app.fetch(at)).text();
/** The form’s values, including those of its text areas. */
function filledIn(html: string): Record<string, string> {
  const texts = html.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)/g);
  const typed = [...texts].map(([, name, text]) => [name, decodeHtml(text ?? "").trim()]);
  return { ...answersIn(html, "Send changes").fields, ...Object.fromEntries(typed) };
}
const decodeHtml = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
/** Fills in the form as a browser without JavaScript does. */
async function propose(changes: Record<string, string>, at = path) {
  const fields = filledIn(await htmlOf(at));
  return app.fetch(at, formPost({ ...fields, ...changes }));
}
const proposed = (id = 1) => JSON.parse(String(db.value("select proposed from speakers where id = ?", id)));
const bioOf = (id = 1) => db.value("select bio from speakers where id = ?", id);
const minuteLater = () => app.sqlite.exec("update changes set created_at = created_at - 60000");
const press = async (button: string, page?: string) => {
  const { action, fields } = pressed(page ?? (await pageOf(SCREEN)), button);
  return organiser.post(action.startsWith("?") ? SCREEN + action : action, fields);
};
const nameOf = (id: number) => String(db.value("select name from speakers where id = ?", id));
const accept = (page?: string) => press(`Accept the changes of ${nameOf(1)}`, page);

test("a speaker’s private page links to their entry, and what they send is public only once accepted", async () => {
  expect(await htmlOf(path.replace("/speaker", ""))).toContain(`href="${path}"`);
  const shown = filledIn(await htmlOf(path));
  expect(shown).toMatchObject({ name: nameOf(1), bio: bioOf() });
  expect(Object.keys(shown)).toEqual(["seen", "name", "pronouns", "title", "company", "bio", "links"]);

  const sent = await propose({ bio: BIO, title: "Lamplighter" });
  expect(sent.status).toBe(303);
  expect(sent.headers.get("Location")).toBe(path.replace("/speaker", ""));
  const PUBLIC = ["/", "/?speaker=1", "/_.data", "/api/speakers", "/api/program", "/api/sessions/1/speakers"];
  for (const at of [...PUBLIC, "/og/speakers/1.png", "/calendar.ics", "/now"]) {
    expect(await htmlOf(at), at).not.toMatch(/Quillwork|Lamplighter|proposed/);
  }
  // The speaker’s own form has the proposal.
  const again = await htmlOf(path);
  expect(filledIn(again)).toMatchObject({ bio: BIO, title: "Lamplighter" });
  expect(visibleText(again)).toContain("Your changes are waiting for an organiser.");

  expect(await textOf("/admin")).toContain("1 speaker proposes changes");
  const panel = await pageOf(SCREEN);
  expect(panel).toContain('<a href="#proposal-1" class="badge"');
  expect(visibleText(panel)).toMatch(
    /Title: .+ → is now Lamplighter .*Bio: .+ → is now Quillwork and lanterns/,
  );
  expect(await textAfter(await accept(panel))).toContain("The changes are now in the speaker’s entry.");
  expect(await htmlOf("/?speaker=1")).toContain("Quillwork");
  expect(db.value("select proposed from speakers where id = 1")).toBeNull();
  expect(await textOf("/admin")).not.toContain("proposes changes");
  // As after any edit, the delegate list follows.
  expect(db.value("select job_title from delegates where speaker_id = 1")).toBe("Lamplighter");
});

test.each([
  ["Accept", BIO],
  ["Decline", null],
])("“%s” can be undone, and the proposal is then there again", async (button, bio) => {
  const before = bioOf();
  await propose({ bio: BIO });
  const answer = await press(`${button} the changes of ${nameOf(1)}`);
  const after = await (await organiser.follow(answer)).text();
  expect(bioOf()).toBe(bio ?? before);
  expect(db.value("select proposed from speakers where id = 1")).toBeNull();
  await press("Undo", after);
  expect(bioOf()).toBe(before);
  expect(proposed()).toMatchObject({ bio: BIO });
  expect(await textOf(`${SCREEN}?history=1`)).toMatch(/Proposed changes to their entry, by delegate/);
});

test("after an organiser’s edit in between, accepting is refused with both versions, and then possible", async () => {
  await propose({ bio: BIO });
  const opened = await pageOf(SCREEN);
  const { fields } = answersIn(await pageOf(`${SCREEN}?edit=1`), "Save Speaker");
  expect((await organiser.post(`${SCREEN}?edit=1`, { ...fields, bio: "By the organiser." })).status).toBe(
    303,
  );
  // Whether the panel was opened before the edit or after it.
  for (const page of [opened, undefined]) {
    const refused = await accept(page);
    expect(refused.status).toBe(409);
    expect(bioOf()).toBe("By the organiser.");
    const html = await refused.text();
    expect(visibleText(html)).toContain("Bio: By the organiser. → is now Quillwork and lanterns.");
    expect(visibleText(html)).toContain("The entry has been changed since");
    if (page === undefined) expect((await accept(html)).status).toBe(303);
  }
  expect(bioOf()).toBe(BIO);
});

test("an organiser accepts only what they saw: a newer proposal is shown first", async () => {
  await propose({ bio: BIO });
  const opened = await pageOf(SCREEN);
  minuteLater();
  await propose({ bio: "Something else." });
  for (const button of ["Accept", "Decline"]) {
    const refused = await press(`${button} the changes of ${nameOf(1)}`, opened);
    expect(refused.status).toBe(409);
    expect(visibleText(await refused.text())).toContain("is now Something else.");
  }
  expect(proposed()).toMatchObject({ bio: "Something else." });
  // The second copy of a form has the first one’s result.
  const newest = await pageOf(SCREEN);
  for (const _ of [1, 2]) expect((await accept(newest)).status).toBe(303);
  expect(bioOf()).toBe("Something else.");
});

test("of twenty different proposals within a minute one is stored, and the others keep what was typed", async () => {
  const fields = filledIn(await htmlOf(path));
  const version = () => db.value("select version from versions where name = 'pages'");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => app.fetch(path, formPost({ ...fields, bio: `Bio number ${i}.` }))),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(19);
  expect(db.value("select count(*) from changes where table_name = 'speakers'")).toBe(1);
  const last = answers[19] as Response;
  expect(last.headers.get("Retry-After")).toBe("60");
  expect(last.headers.get("Cache-Control")).toBe("no-store");
  const html = await last.text();
  expect(html).toContain("Bio number 19.");
  expect(visibleText(html)).toContain("You can send changes only once a minute.");
  // Another speaker’s link is not held up, nor is the same proposal sent again, which writes nothing.
  expect((await propose({ bio: BIO }, entryOf(2))).status).toBe(303);
  const before = version();
  expect((await propose({})).status).toBe(303);
  expect(version()).toBe(before);
  minuteLater();
  expect((await propose({ bio: BIO })).status).toBe(303);
  // A proposal that equals the entry takes the earlier one back.
  minuteLater();
  await propose({ bio: String(bioOf()) });
  expect(proposed()).toBeNull();
});

test("missing and too long answers are refused with everything typed, and other fields are ignored", async () => {
  const refused = await propose({ name: "", title: "x".repeat(201), bio: BIO });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(visibleText(html)).toContain("Name: Required");
  expect(filledIn(html)).toMatchObject({ bio: BIO, title: "x".repeat(201) });
  const FOREIGN = {
    featured: "on",
    category: "b2b",
    email: "x@example.com",
    externalId: "1",
    imageUrl: "/x",
  };
  await propose({ ...FOREIGN, isDraft: "on", bio: BIO });
  expect(Object.keys(proposed())).toEqual(["bio", "basedOn"]);
});

test("delegates who are no speakers, deleted entries and wrong links have no entry", async () => {
  const other = insertDelegate(app.sqlite);
  const token = db.value("select link_token from delegates where id = ?", other);
  expect(await htmlOf(`/registration/${token}`)).not.toContain("speaker entry");
  const fields = filledIn(await htmlOf(path));
  await organiser.post(`${SCREEN}?delete=1`, { intent: "delete" });
  for (const at of [path, `/registration/${token}/speaker`, `/registration/${"0".repeat(32)}/speaker`]) {
    expect((await app.fetch(at)).status, at).toBe(404);
    expect((await app.fetch(at, formPost({ ...fields, bio: BIO }))).status, at).not.toBe(303);
  }
  expect(await htmlOf(path.replace("/speaker", ""))).not.toContain("Your speaker entry");
  expect(db.value("select count(*) from changes where after like '%Quillwork%'")).toBe(0);
});
