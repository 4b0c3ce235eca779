import { expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { photo } from "../support/backups.ts";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { app, organisedForEach, organiser } from "../support/organised.ts";
import { organiserOf } from "../support/organiser.ts";
import { multipart, upload } from "../support/uploads.ts";

organisedForEach();

const LINES = "Line one\nLine two";
type Kind = { what: string; screen: string; table: string; name: string; answers: Record<string, string> };
const KINDS: Kind[] = [
  ["speaker", "/admin/speakers", "speakers", "name", { ...SPEAKER, featured: "on", bio: LINES }] as const,
  ["session", "/admin/program", "program_sessions", "title", { ...SESSION, description: LINES }] as const,
].map(([what, screen, table, name, answers]) => ({ what, screen, table, name, answers }));
type Row = Record<string, unknown>;
const rowsOf = (table: string) => app.sqlite.prepare(`select * from ${table} order by id`).all() as Row[];
const rowOf = (table: string, id: number) =>
  app.sqlite.prepare(`select * from ${table} where id = ?`).get(id) as Row | undefined;
const seenOf = (table: string, id: number) => String(rowOf(table, id)?.updated_at);
const toastOf = async (response: Response) =>
  visibleText(await (await organiser.follow(response)).text()).match(/(Success|Error) [^.]*\./)?.[0];
/** HTML from the start of the open dialog, or of the whole page if no dialog is open. */
const dialogOf = (page: string) => page.slice(Math.max(0, page.indexOf('class="dialog"')));
const inputOf = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(dialogOf(page))?.[1] ?? "";
const summaryOf = (page: string) =>
  visibleText(/class="dialog"[\s\S]*?class="error-summary"[\s\S]*?<\/div>/.exec(page)?.[0] ?? "");
const buttons = (page: string) =>
  [...dialogOf(page).matchAll(/<button type="submit"[^>]*>([^<]*)/g)].map(([, text]) => text);

/** Submits a form and asserts the response's status. Returns the next page. */
async function pageAfter(path: string, fields: Record<string, string>, status = 409): Promise<string> {
  const answer = await organiser.post(path, fields);
  expect(answer.status, path).toBe(status);
  return answer.text();
}
const remove = (screen: string, id: number) => organiser.post(`${screen}?delete=${id}`, { intent: "delete" });

/** Sends a form with or without a file, as a browser without JavaScript does. */
const send = (path: string, fields: Record<string, string>, bytes: Uint8Array | null) =>
  app.fetch(path, multipart(fields, ...(bytes ? [bytes] : [])));
/** Saves a speaker's image as the dialog's script does, if version `seen` is still current. */
const saveImage = (id: number, imageURL: string, seen: string) =>
  organiser.json(
    "PUT",
    `/api/speakers/${id}/image`,
    { imageURL },
    { "If-Match": `"${new Date(Number(seen)).toISOString()}"` },
  );

test.each(KINDS)(
  "an edit of a $what that was deleted meanwhile keeps every answer, and creates it again, once",
  async ({ what, screen, table, name, answers }) => {
    const seen = seenOf(table, 1);
    await remove(screen, 1);
    const before = rowsOf(table);

    const page = await pageAfter(`${screen}?edit=1`, { ...answers, formId: crypto.randomUUID(), seen });
    const dialog = dialogOf(page);
    expect(summaryOf(page)).toContain(`This ${what} was deleted while you were editing.`);
    for (const [field, text] of Object.entries(answers)) {
      if (text === "on")
        expect(dialog).toMatch(new RegExp(`checked=""[^>]*name="${field}"|name="${field}"[^>]*checked=""`));
      else expect(dialog).toContain(text);
    }
    expect(buttons(page)).toEqual(["Save as new"]);
    expect(rowsOf(table)).toEqual(before);

    const formId = inputOf(page, "formId");
    const anew = { ...answers, formId, seen: inputOf(page, "seen"), intent: "save-as-new" };
    const clicks = await Promise.all([1, 2].map(() => organiser.post(`${screen}?edit=1`, anew)));
    for (const click of clicks) {
      expect(click.status).toBe(303);
      expect((await toastOf(click))?.toLowerCase()).toBe(`success ${what} created successfully.`);
    }
    const added = rowsOf(table).filter(({ id }) => !before.some((row) => row.id === id));
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({ [name]: answers[name] });
    expect(added[0]?.id).not.toBe(1);
  },
);

test.each(KINDS)("a form sent to the address of no $what is refused, and keeps its answers", async (kind) => {
  for (const id of ["root", "0", "1.5", ""])
    expect(await pageAfter(`${kind.screen}?edit=${id}`, kind.answers)).toContain(LINES);
});

test("an item that was restored meanwhile is not created a second time", async () => {
  const seen = seenOf("speakers", 1);
  await remove("/admin/speakers", 1);
  const [deletion] = rowsOf("changesets where undo_until is not null and undone_by is null");
  await organiser.post("/admin/speakers", { intent: "undo", changeset: String(deletion?.id) });
  const anew = { ...SPEAKER, formId: crypto.randomUUID(), seen, intent: "save-as-new" };
  const page = visibleText(await pageAfter("/admin/speakers?edit=1", anew));
  expect(page).toContain("Saved version Name: Marguerite Oyelaran");
  expect(rowsOf("speakers")).toHaveLength(18);
});

test("a recreated speaker gets the form's photo, in any way it was sent, unless it was to be removed", async () => {
  const opened = await (await organiser.get("/admin/speakers?edit=1")).text();
  const shown = { seen: inputOf(opened, "seen"), shownImage: inputOf(opened, "shownImage") };
  expect(shown.shownImage).toBe("/portraits/marguerite-oyelaran.svg");
  await remove("/admin/speakers", 1);

  const post = async (name: string, fields: Record<string, string>, bytes: Uint8Array | null) => {
    const sent = { ...SPEAKER, name, ...shown, ...fields };
    const refused = await send("/admin/speakers?edit=1", sent, bytes);
    const page = await refused.text();
    expect(refused.status).toBe(409);
    const kept = { imageUrl: inputOf(page, "imageUrl"), formId: inputOf(page, "formId") };
    const again = { ...sent, ...kept, intent: "save-as-new" };
    expect((await organiser.post("/admin/speakers?edit=1", again)).status).toBe(303);
  };
  const uploaded = await upload(await photo());
  expect((await saveImage(1, uploaded, shown.seen)).status).toBe(404);
  const swept = { shownImage: `/objects/uploads/${crypto.randomUUID()}` };
  for (const [name, fields, bytes, image] of [
    ["Uploaded", { imageUrl: uploaded }, null, uploaded],
    ["Sent", {}, await photo("blue"), expect.stringMatching(/^\/objects\/uploads\//)],
    ["Shown", {}, null, shown.shownImage],
    ["Swept", swept, null, null],
    ["Removed", { removeImage: "on" }, null, null],
  ] as const) {
    await post(name, fields, bytes);
    expect(rowsOf("speakers").find((row) => row.name === name)?.image_url, name).toEqual(image);
  }
});

test.each(KINDS)(
  "an edit from before the login ended is offered as new if the $what is gone",
  async ({ screen, table, name, answers }) => {
    const seen = seenOf(table, 1);
    await remove(screen, 1);
    app.sqlite.exec("delete from login_sessions");
    const ended = await (await organiser.post(`${screen}?edit=1`, { ...answers, seen })).text();
    const to = decodeURIComponent(/href="\/api\/login\?to=([^"]+)"/.exec(ended)?.[1] ?? "");
    const page = await (await (await organiserOf(app)).get(to)).text();
    expect(page).toContain(`value="${answers[name]}"`);
    expect(buttons(page)).toEqual(["Save as new"]);
  },
);

test.each(KINDS)(
  "a used form with other answers is kept and reported, and offered with a new id: $what",
  async ({ what, screen, table, name, answers }) => {
    const formId = crypto.randomUUID();
    const count = rowsOf(table).length;
    for (let copy = 0; copy < 2; copy += 1) {
      const same = await organiser.post(`${screen}?add=`, { ...answers, formId });
      expect((await toastOf(same))?.toLowerCase()).toBe(`success ${what} created successfully.`);
    }
    const other = { ...answers, [name]: "Somebody else" };
    const page = await pageAfter(`${screen}?add=`, { ...other, formId });
    expect(summaryOf(page)).toContain(`This form was already used to create a ${what}`);
    expect(page).toContain('value="Somebody else"');
    expect(rowsOf(table)).toHaveLength(count + 1);

    const fresh = inputOf(page, "formId");
    expect(fresh).not.toBe(formId);
    expect((await organiser.post(`${screen}?add=`, { ...other, formId: fresh })).status).toBe(303);
    expect(rowsOf(table).map((row) => row[name])).toContain("Somebody else");
    expect(rowsOf(table)).toHaveLength(count + 2);
  },
);

test("a photo sent twice is one intent, and a different photo is another", async () => {
  const formId = crypto.randomUUID();
  for (const background of ["red", "red"]) {
    const sent = await send("/admin/speakers?add=", { ...SPEAKER, formId }, await photo(background));
    expect(sent.status).toBe(303);
  }
  const other = await send("/admin/speakers?add=", { ...SPEAKER, formId }, await photo("blue"));
  expect(other.status).toBe(409);
  expect(inputOf(await other.text(), "imageUrl")).toMatch(/^\/objects\/uploads\//);
  expect(rowsOf("speakers")).toHaveLength(19);
});

test("a used form that connects, with other choices, is reported and kept", async () => {
  const pair = { speakerId: "1", sessionId: "9", role: "moderator", formId: crypto.randomUUID() };
  expect((await organiser.post("/admin/connections", pair)).status).toBe(303);
  const other = { ...pair, speakerId: "2" };
  const page = await pageAfter("/admin/connections", other);
  expect(page).toMatch(/class="error-summary"[\s\S]*This form was already used to connect a speaker\./);
  expect(page).toMatch(/<option[^>]*value="2"[^>]*selected=""|<option[^>]*selected=""[^>]*value="2"/);
  const count = () => rowsOf("connections").filter((row) => row.program_session_id === 9).length;
  expect(count()).toBe(1);
  const fresh = { ...other, formId: inputOf(page, "formId") };
  expect((await organiser.post("/admin/connections", fresh)).status).toBe(303);
  expect(count()).toBe(2);
});

test("connecting a deleted speaker reports so above the form, and keeps the other choices", async () => {
  await remove("/admin/speakers", 1);
  const pair = { speakerId: "1", sessionId: "9", role: "moderator" };
  const page = await pageAfter("/admin/connections", pair, 404);
  expect(page).toMatch(
    /class="error-summary"[\s\S]*href="#speakerId"[^>]*>Speaker: This speaker no longer exists/,
  );
  expect(page).toMatch(/<option[^>]*value="9"[^>]*selected=""|<option[^>]*selected=""[^>]*value="9"/);
  expect(page).toMatch(/selected=""[^>]*>Moderator|value="moderator"[^>]*selected=""/);
  await remove("/admin/program", 9);
  const noSession = await pageAfter("/admin/connections", { ...pair, speakerId: "2" }, 404);
  expect(noSession).toMatch(/href="#sessionId"[^>]*>Session: This session no longer exists/);
});

test("a save never removes a photo from another tab that it did not show", async () => {
  const seen = seenOf("speakers", 1);
  const [mine, theirs] = [await upload(await photo("red")), await upload(await photo("blue"))];
  const first = await saveImage(1, mine, seen);
  expect(first.status).toBe(200);
  const version = String(Date.parse(JSON.parse(first.headers.get("ETag") ?? '""')));
  const second = await saveImage(1, theirs, seen);
  expect(second.status).toBe(412);
  expect(rowOf("speakers", 1)?.image_url).toBe(mine);

  // The form in the other tab is outdated, so the page shows both versions.
  const stale = { ...SPEAKER, seen, imageUrl: theirs };
  const page = dialogOf(await pageAfter("/admin/speakers?edit=1", stale));
  const notice = page.slice(page.indexOf("Saved version"), page.indexOf('name="formId"'));
  expect(notice).toContain(`src="${mine}`);
  expect(page.slice(page.indexOf('name="formId"'))).toContain(`src="${theirs}`);
  expect(rowOf("speakers", 1)?.image_url).toBe(mine);

  // A form does not conflict with its own upload.
  const own = { ...SPEAKER, seen: version, imageUrl: mine };
  expect((await organiser.post("/admin/speakers?edit=1", own)).status).toBe(303);
  expect(rowOf("speakers", 1)).toMatchObject({ name: "Zara Quill", image_url: mine });
});

test("a form opened before a photo was uploaded elsewhere asks before it saves, with a file or without", async () => {
  const seen = seenOf("speakers", 1);
  const theirs = await upload(await photo("blue"));
  await organiser.json("PUT", "/api/speakers/1/image", { imageURL: theirs });
  for (const bytes of [await photo("red"), null]) {
    const stale = await send("/admin/speakers?edit=1", { ...SPEAKER, seen }, bytes);
    expect(stale.status).toBe(409);
    expect(rowOf("speakers", 1)).toMatchObject({ name: "Marguerite Oyelaran", image_url: theirs });
  }
});
