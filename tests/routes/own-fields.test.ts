// Addresses, links, tags, cancelled sessions, and sessions that span several slots.
import { beforeEach, expect, test } from "vitest";
import { jsonPost, visibleText } from "../support/app.ts";
import { registration, SESSION, SPEAKER } from "../support/factories.ts";
import { formWith, pressed } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser, pageOf, textAfter, textOf } from "../support/organised.ts";

beforeEach(() => openOrganised());

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

test("a speaker's address and foreign id are visible to organisers only, and kept by calls without them", async () => {
  const secret = { email: "zara@quill.example", externalId: "sz-2044" };
  const made = await send("POST", "speakers", { ...SPEAKER, ...secret, links: LINKS });
  expect(made).toMatchObject({ status: 201, body: { links: LINKS, ...secret } });
  await send("POST", "connections", { speakerId: 19, sessionId: 1 });
  await send("PUT", "speakers/19", { ...SPEAKER, name: "Zara Quill-Ng" });

  const addresses = ["/", "/?speaker=19", "/?session=1", "/api/speakers", "/api/sessions/1/speakers"];
  const pages = await Promise.all([...addresses, "/calendar.ics", "/now"].map(get));
  for (const page of pages) expect(page).not.toMatch(/quill\.example|sz-2044/);
  expect(pages[0]).toContain("Zara Quill-Ng");
  expect(await pageOf("/admin/speakers?edit=19")).toContain('value="zara@quill.example"');
  expect(await (await organiser.get("/admin/speakers.csv")).text()).toMatch(/zara@quill\.example.*sz-2044/s);
  expect(db.rows("select email, external_id, links from speakers where id = 19")).toEqual([
    { email: secret.email, external_id: secret.externalId, links: JSON.stringify(LINKS) },
  ]);
});

test("a form keeps values, refuses a wrong address as typed, and removes a blank one", async () => {
  await send("POST", "speakers", { ...SPEAKER, email: "zara@quill.example" });
  const links = "My site https://example.com/zara\nhttps://example.org/x";
  expect((await save("/admin/speakers?edit=19", { links })).status).toBe(303);
  const { body } = await send("PUT", "speakers/19", { ...SPEAKER, links: [LINKS[0]] });
  expect(body.links).toEqual([LINKS[0]]);
  const wrong = await save("/admin/speakers?edit=19", { links: "Site javascript:alert(1)", email: "zara" });
  const page = await wrong.text();
  expect(wrong.status).toBe(422);
  expect(page).toContain("Links: Correct link 1. Enter a URL, like https://example.com/article");
  expect(page).toContain("Enter an email address in the correct format");
  expect(page).toContain("Site javascript:alert(1)");
  await save("/admin/speakers?edit=19", { email: "", links: "" });
  expect(db.rows("select email, links from speakers where id = 19")).toEqual([{ email: null, links: null }]);
  expect(await textOf("/admin/speakers?history=19")).toMatch(/Links:\s+My site https:\/\/example.com\/zara/);
});

test("tags, links and a status are in the form, the API, and exported and imported files", async () => {
  const own = { tags: ["Japanese", "Beginner"], links: LINKS, status: "cancelled" };
  expect((await send("POST", "program", { ...SESSION, ...own, externalId: "p-1" })).body).toMatchObject(own);
  // An update without a status does not change the status.
  const kept = await send("PUT", "program/10", { ...SESSION, tags: own.tags, links: null });
  expect(kept.body).toMatchObject({ status: "cancelled", links: null });
  const problems = await send("PUT", "program/10", { ...SESSION, status: "off", tags: "x".repeat(31) });
  expect(problems.body.errors).toEqual({
    status: ["Expected 'scheduled' | 'cancelled' | 'draft', received 'off'"],
    tags: ["Correct tag 1. Use 30 characters or fewer"],
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
  const { body } = await send("PUT", "program/10", { ...SESSION, tags: "Japanese, Expert" });
  expect(body).toMatchObject({ tags: ["Japanese", "Expert"], status: "cancelled" });
  expect(db.value("select external_id from program_sessions where id = 10")).toBe("p-1");
  const saved = await save("/admin/program?edit=10", { status: "scheduled", tags: "" });
  expect(await textAfter(saved)).toContain("Session updated successfully.");
  expect(db.rows("select status, tags from program_sessions where id = 10")).toEqual([
    { status: "scheduled", tags: null },
  ]);
});

test("a cancelled session is struck through everywhere, and causes no clash", async () => {
  await openOrganised({ DEMO: "on" });
  const when = { time: "9:40 AM - 10:30 AM", track: "b2b" };
  const { body: talk } = await send("POST", "program", { ...SESSION, ...when });
  await send("POST", "connections", { speakerId: 1, sessionId: talk.id });
  expect(await textOf("/admin/program")).toContain("Worth a second look");
  const calendar = () => get(`/calendar/${talk.id}.ics`);
  const sequenceOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
  const before = sequenceOf(await calendar());
  await save(`/admin/program?edit=${talk.id}`, { ...when, status: "cancelled" });

  const struck = /<small>Cancelled:<\/small> <s>Late news<\/s>/;
  const boards = ["/now?at=2025-09-11T09:00", "/now?at=2025-09-11T09:45"];
  for (const path of ["/", `/?session=${talk.id}`, "/?speaker=1", ...boards, "/admin/program"])
    expect(struck.test(await pageOf(path)), path).toBe(true);
  expect(await textOf("/")).toContain("In this edition: 9 sessions");
  expect(await calendar()).toContain("SUMMARY:Cancelled: Late news");
  expect(await calendar()).toContain("STATUS:CANCELLED");
  expect(sequenceOf(await calendar())).toBeGreaterThan(before);
  const panel = await textOf("/admin/program");
  expect(panel).toContain("Conference Schedule (9 sessions)");
  expect(panel).not.toContain("Worth a second look");
});

test("after a cancellation the panel leads to a message to everyone with its subject", async () => {
  await app.fetch("/api/registrations", jsonPost(registration()));
  await send("PUT", "program/9", { ...SESSION, title: "Drinks & talk", status: "cancelled" });
  const { action, fields } = pressed(await pageOf("/admin/program"), "Write to everyone about this");
  const begun = await organiser.post(action, fields);
  expect(await pageOf(begun.headers.get("Location") ?? "")).toContain('value="Cancelled: Drinks &amp; talk"');
});

test("a session over several slots fills the cells below it, in the row of those that begin with it", async () => {
  app.sqlite.exec("delete from program_sessions");
  const at = (time: string, track: string, title = `${track} ${time}`) =>
    send("POST", "program", { ...SESSION, title, time, track });
  await at("9:00 - 11:00 AM", "b2c", "Workshop");
  for (const track of ["b2b", "tech"]) await at("9:00 - 9:30 AM", track);
  for (const track of ["b2b", "tech"]) await at("9:30 - 10:15 AM", track);
  await at("10:15 - 11:00 AM", "tech");
  await at("11:00 AM - 12:00 PM", "b2b");
  // The start lacks AM or PM, so the list places the session in the morning.
  await at("6:00 - 7:00 PM", "media");
  const rows = (await get("/")).split('<li class="slot"').slice(1).map(visibleText);
  expect(rows.shift()).toContain("6:00 – 7:00 PM");
  expect(rows).toHaveLength(4);
  expect(rows.join()).not.toContain("7:00 PM");
  expect(rows[0]).toMatch(/9:00 – 9:30 AM .*Workshop 9:00 – 11:00 AM .*b2b 9:00/);
  expect(rows[1]).toContain("Workshop continues until 11:00 AM");
  expect(rows[2]).toContain("Workshop continues until 11:00 AM No session");
  expect(rows[3]).not.toContain("continues");
});

test("tags and links are shown; a text has paragraphs, lists and links, and no other markup", async () => {
  const bio = "I write.\n\nSee https://example.com/a, or:\n- one <b>\n- https://example.com/b\n\n3. three";
  await send("PUT", "speakers/1", { ...SPEAKER, bio, links: LINKS });
  await send("PUT", "program/1", { ...SESSION, description: bio, tags: ["Japanese"], links: LINKS });
  const link = (href: string, text = href) =>
    `<a href="${href}" rel="nofollow noopener" class="text-link">${text}</a>`;
  const a = link("https://example.com/a");
  const prose = `<p>I write.</p><p>See ${a}, or:</p><ul><li>• one &lt;b&gt;</li><li>• ${link("https://example.com/b")}</li></ul><ol><li>3. three</li></ol>`;
  for (const path of ["/?speaker=1", "/?session=1"]) {
    const page = (await get(path)).replace(/<!-- -->/g, "");
    expect(page).toContain(prose);
    expect(page).toContain(link("https://example.com/zara", "My site"));
  }
  expect((await get("/?session=1")).match(/<span class="badge"> Japanese<\/span>/g)).toHaveLength(2);
});

test("a speaker who has registered is joined to that registration, and no email is sent", async () => {
  const same = { name: "Zara Quill", email: "zara@quill.example" };
  await send("PUT", "speakers/1", { ...SPEAKER, ...same });
  await send("PUT", "speakers/2", { ...SPEAKER, name: "Hana Two", email: "zara@quill.example" });
  const own = registration({ name: "zara  QUILL", email: "Zara@quill.example", phone: "+61 400 555 010" });
  await app.fetch("/api/registrations", jsonPost(own));
  const { action, fields } = pressed(await pageOf("/admin/speakers"), "Add 18 speakers to the delegate list");
  await organiser.post(action, fields);
  expect(db.count("delegates")).toBe(18);
  expect(db.rows("select speaker_id, registration_type, status, phone from delegates where id = 1")).toEqual([
    { speaker_id: 1, registration_type: "speaker", status: "confirmed", phone: "+61 400 555 010" },
  ]);
  expect(db.value("select name from delegates where speaker_id = 2")).toBe("Hana Two");
  expect(db.value("select count(*) from outbox where kind <> 'registered'")).toBe(0);
});

test("a speaker's edit keeps what was corrected in their registration", async () => {
  await send("PUT", "speakers/1", { ...SPEAKER, email: "zara@quill.example" });
  const { action, fields } = pressed(await pageOf("/admin/speakers"), "Add 18 speakers to the delegate list");
  await organiser.post(action, fields);
  app.sqlite.exec("update delegates set company = 'The Corrected' where speaker_id = 1");
  await send("PUT", "speakers/1", { ...SPEAKER, email: "zara@quill.example", title: "Publisher" });
  expect(db.rows("select job_title, company from delegates where speaker_id = 1")).toEqual([
    { job_title: "Publisher", company: "The Corrected" },
  ]);
});

test("speakers are put on the delegate list, follow their changes, and can be written to by session", async () => {
  await send("PUT", "speakers/1", { ...SPEAKER, email: "zara@quill.example" });
  await send("PUT", "speakers/2", { ...SPEAKER, name: "Hana Two", email: "hana@two.example" });
  await app.fetch("/api/registrations", jsonPost(registration()));
  expect(await textOf("/admin/delegates")).not.toContain("Speakers of");
  const button = pressed(await pageOf("/admin/speakers"), "Add 18 speakers to the delegate list");
  const put = () => organiser.post(button.action, button.fields);
  expect(await textAfter(await put())).toContain(
    "18 speakers added to the delegate list. No email was sent.",
  );
  await put();
  expect(db.count("delegates")).toBe(19);
  expect(db.value("select count(*) from outbox where delegate_id <> 1")).toBe(0);
  expect(await textOf("/admin/speakers")).not.toContain("to the delegate list");

  await send("PUT", "speakers/1", { ...SPEAKER, name: "Zara Quill-Ng", company: "The Nib" });
  await organiser.json("DELETE", "/api/admin/speakers/2");
  const registrationOf = (id: number) => db.value("select speaker_id from delegates where id = ?", id);
  expect(registrationOf(3)).toBeNull();
  const undo = pressed(await pageOf("/admin/speakers"), "Undo");
  expect(await textAfter(await organiser.post(undo.action, undo.fields))).toContain("Speaker restored.");
  expect(registrationOf(3)).toBe(2);
  expect(await textOf("/admin/delegates/3")).not.toMatch(/Deleted|Restored/);
  const columns = "name, email, job_title, company, status";
  const both = { job_title: "Editor", status: "confirmed" };
  expect(db.rows(`select ${columns} from delegates where id in (2, 3) order by id`)).toEqual([
    { ...both, name: "Zara Quill-Ng", email: "zara@quill.example", company: "The Nib" },
    { ...both, name: "Hana Two", email: "hana@two.example", company: "The Quill" },
  ]);
  expect(await textOf("/admin/delegates?q=nib&type=speaker")).toContain("Zara Quill-Ng");
  expect(await textOf("/admin/door?q=quill-ng")).toContain("Speaker");
  expect(await textOf("/admin/delegates/badges?id=2")).toContain("Speaker");
  expect(await textOf("/admin/delegates/2")).toContain("Added to the list as a speaker");
  const asSpeaker = jsonPost(registration({ registrationType: "speaker" }));
  expect((await app.fetch("/api/registrations", asSpeaker)).status).toBe(422);

  const ofSession = "/admin/delegates?session=1";
  expect(await textOf(ofSession)).toMatch(/Speakers of Any The front page is not where it was/);
  const begin = async (screen: string, text: string) => {
    const { action, fields } = pressed(await pageOf(screen), text);
    return (await organiser.post(action, fields)).headers.get("Location") ?? "";
  };
  expect(await begin(ofSession, "Email 1")).toBe("/admin/messages/1");
  expect(db.values("select delegate_id from message_recipients")).toEqual([2]);
  expect(await textOf(await begin("/admin/speakers", "Write to speakers"))).toMatch(
    /These 2 people: .*\. 16 without an email address/,
  );
});
