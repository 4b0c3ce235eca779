// What people's own programs have: addresses, links, tags, cancelled sessions, sessions over several slots.
import { expect, test } from "vitest";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { formWith } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, organisedForEach, organiser, pageOf, saidAfter, textOf } from "../support/organised.ts";

organisedForEach();

const send = async (method: string, path: string, body: object) => {
  const answer = await organiser.json(method, `/api/admin/${path}`, body);
  return { status: answer.status, body: await answer.json() };
};
const get = async (path: string) => (await app.fetch(path)).text();
const save = async (screen: string, changes: Record<string, string>) => {
  const { action, fields } = formWith(await pageOf(screen), 'name="seen"');
  const base = screen.startsWith("/admin/speakers") ? SPEAKER : SESSION;
  return organiser.post(action, { ...Object.fromEntries(fields), ...base, ...changes });
};

const LINKS = [
  { label: "My site", href: "https://example.com/zara" },
  { label: "Talks", href: "http://talks.example.com/?by=zara" },
];

test("a speaker's address and foreign id are the organisers' alone, and stay where a call leaves them out", async () => {
  const secret = { email: "zara@quill.example", externalId: "sz-2044" };
  const made = await send("POST", "speakers", { ...SPEAKER, ...secret, links: LINKS });
  expect(made).toMatchObject({ status: 201, body: { links: LINKS } });
  await send("POST", "connections", { speakerId: 19, sessionId: 1 });
  await send("PUT", "speakers/19", { ...SPEAKER, name: "Zara Quill-Ng" });

  const addresses = ["/", "/?speaker=19", "/?session=1", "/api/speakers", "/api/sessions/1/speakers"];
  const pages = await Promise.all([...addresses, "/calendar.ics", "/now"].map(get));
  for (const page of [...pages, JSON.stringify(made.body)])
    expect(page).not.toMatch(/quill\.example|sz-2044/);
  expect(pages[0]).toContain("Zara Quill-Ng");
  expect(await pageOf("/admin/speakers?edit=19")).toContain('value="zara@quill.example"');
  expect(await (await organiser.get("/admin/speakers.csv")).text()).toMatch(/zara@quill\.example.*sz-2044/);
  expect(db.rows("select email, external_id, links from speakers where id = 19")).toEqual([
    { email: secret.email, external_id: secret.externalId, links: null },
  ]);
});

test("a form keeps what it shows, refuses a wrong address as typed, and removes one that is blank", async () => {
  await send("POST", "speakers", { ...SPEAKER, email: "zara@quill.example" });
  const links = "My site https://example.com/zara\nhttps://example.org/x";
  expect((await save("/admin/speakers?edit=19", { links })).status).toBe(303);
  const { body } = await send("PUT", "speakers/19", { ...SPEAKER, links: [LINKS[0]] });
  expect(body.links).toEqual([LINKS[0]]);
  const wrong = await save("/admin/speakers?edit=19", { links: "Site javascript:alert(1)", email: "zara" });
  const page = await wrong.text();
  expect(wrong.status).toBe(422);
  expect(page).toContain("Link 1: Enter a web address, like https://example.com/article");
  expect(page).toContain("Enter an email address in the correct format");
  expect(page).toContain("Site javascript:alert(1)");
  await save("/admin/speakers?edit=19", { email: "", links: "" });
  expect(db.rows("select email, links from speakers where id = 19")).toEqual([{ email: null, links: null }]);
  expect(await textOf("/admin/speakers?history=19")).toMatch(/Links:\s+My site https:\/\/example.com\/zara/);
});

test("tags, links and a status are in the form, the API, and a file that is exported and imported", async () => {
  const own = { tags: ["Japanese", "Beginner"], links: LINKS, status: "cancelled" };
  expect((await send("POST", "program", { ...SESSION, ...own, externalId: "p-1" })).body).toMatchObject(own);
  // A call that says nothing of the status does not put a cancelled session back.
  expect((await send("PUT", "program/10", { ...SESSION, tags: own.tags })).body.status).toBe("cancelled");
  const problems = await send("PUT", "program/10", { ...SESSION, status: "off", tags: "x".repeat(31) });
  expect(problems.body.errors).toEqual({
    status: ["Expected 'scheduled' | 'cancelled', received 'off'"],
    tags: ["Tag 1: Use 30 characters or fewer"],
  });

  const lists = listsOf(app, organiser);
  const file = await (await organiser.get("/admin/program.csv")).text();
  expect(file).toContain('"Japanese, Beginner"');
  expect((await lists.preview(file, "program")).text).toContain("10 rows. Nothing changes.");
  const changed = file.replace(
    '"Japanese, Beginner",,cancelled',
    '"Japanese, Expert","Slides https://a.example/s",',
  );
  expect(await lists.toastOf(await lists.press(await lists.preview(changed, "program")))).toContain(
    "1 session changed",
  );
  const { body } = await send("PUT", "program/10", {
    ...SESSION,
    tags: "Japanese, Expert",
    links: undefined,
  });
  expect(body).toMatchObject({ tags: ["Japanese", "Expert"], status: "cancelled" });
  expect(db.value("select external_id from program_sessions where id = 10")).toBe("p-1");
  expect(await saidAfter(await save("/admin/program?edit=10", { status: "scheduled", tags: "" }))).toContain(
    "Session updated successfully.",
  );
  expect(db.rows("select status, tags from program_sessions where id = 10")).toEqual([
    { status: "scheduled", tags: null },
  ]);
});
