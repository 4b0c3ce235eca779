// Addresses that were mailed, printed or kept as bookmarks before each screen had one of its own.
import { beforeAll, expect, test } from "vitest";
import { type App, formPost, openApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let id: number;
let token: string;
beforeAll(async () => {
  app = await openApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
  id = insertDelegate(app.sqlite, { name: "Erika Moved" });
  token = app.sqlite.prepare("select link_token from delegates where id = ?").pluck().get(id) as string;
});

const PRIVATE: [old: string, now: string][] = [
  ["/register?registration=TOKEN", "/registration/TOKEN"],
  ["/register?type=pr_pass&registration=TOKEN", "/registration/TOKEN"],
  ["/register?registration=TOKEN&cancel", "/registration/TOKEN/cancel"],
  ["/register?registration=TOKEN&cancel=", "/registration/TOKEN/cancel"],
  ["/register?registration=TOKEN&calendar", "/registration/TOKEN/calendar.ics"],
  ["/register?registration=", "/registration/"],
  ["/register?registration=../admin%3Fx", "/registration/..%2Fadmin%3Fx"],
  [`/register?registration=${"0".repeat(32)}`, `/registration/${"0".repeat(32)}`],
];

test.each(PRIVATE)("%s leads for good to %s, for the link and for a form", async (old, now) => {
  const [from, to] = [old, now].map((path) => path.replace("TOKEN", token)) as [string, string];
  for (const init of [{}, { method: "HEAD" }, formPost({ intent: "confirm-email" })]) {
    const moved = await app.fetch(from, init);
    expect([moved.status, moved.headers.get("Location")]).toEqual([308, to]);
    expect(await moved.text()).not.toMatch(/Erika/);
    expect(moved.headers.get("Cache-Control")).toBe("no-store");
    expect(moved.headers.get("Referrer-Policy")).toBe("strict-origin");
    expect(moved.headers.get("X-Robots-Tag")).toBe("noindex");
  }
});

const PANEL: [old: string, now: string][] = [
  ["?door", "/door"],
  ["?door=&q=ana+ito", "/door?q=ana+ito"],
  ["?door&scan", "/door?scan="],
  ["?door&person=4", "/door?person=4"],
  ["?badges", "/badges"],
  ["?badges&page=2", "/badges?page=2"],
  ["?badges&id=4", "/badges?id=4"],
  ["?format=csv", ".csv"],
  ["?q=a%26b&status=pending&format=csv", ".csv?q=a%26b&status=pending"],
  ["?export=4", "/4/personal-data.json"],
  ["?q=erika&page=2&delete=4", "/4?q=erika&page=2&delete="],
  ["?sort=name&history=4", "/4?sort=name"],
];

test.each(PANEL)("the desk with %s leads for good to %s, for organisers alone", async (old, now) => {
  const [from, to] = [`/admin/delegates${old}`, `/admin/delegates${now}`];
  for (const answer of [await organiser.get(from), await organiser.post(from, { intent: "delete" })]) {
    expect([answer.status, answer.headers.get("Location")]).toEqual([308, to]);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  }
  for (const init of [{}, formPost({ intent: "delete" })]) {
    const refused = await app.fetch(from, init);
    expect([refused.status, refused.headers.get("Location")]).toEqual([401, null]);
  }
});

test.each(["?q=erika", "?export=x", "?delete=", "?history", "?format=pdf", "?change=4"])(
  "the desk with %s stays the desk",
  async (query) => {
    expect((await organiser.get(`/admin/delegates${query}`)).status).toBe(200);
  },
);

test("a script of an older build is told to load the new address as a document, and to send a form again", async () => {
  for (const [from, get] of [
    [`/register.data?registration=${token}`, (path: string) => app.fetch(path)],
    ["/admin/delegates.data?door=&q=x", (path: string) => organiser.get(path)],
  ] as const) {
    const answer = await get(from);
    expect(answer.status).toBe(202);
    expect(await answer.text()).toMatch(/"reload",true|"status",308/);
  }
  const form = await app.fetch(
    `/register.data?registration=${token}&cancel=`,
    formPost({ intent: "cancel" }),
  );
  expect(form.status).toBe(202);
  const told = await form.text();
  expect(told).toContain(`/registration/${token}/cancel`);
  expect(told).toContain("308");
});

test("a form of a page that was open before is carried out where it is sent on to", async () => {
  const { id: other } = app.sqlite
    .prepare(
      "insert into delegates (name, email, job_title, registration_type) values ('Open Page', 'o@example.com', 'J', 'pr_pass') returning id, link_token",
    )
    .get() as { id: number };
  const link = app.sqlite.prepare("select link_token from delegates where id = ?").pluck().get(other);
  const cancel = formPost({ intent: "cancel", shown: "pending" });
  const moved = await app.fetch(`/register?registration=${link}&cancel=`, cancel);
  await app.fetch(moved.headers.get("Location") ?? "", cancel);
  const status = () => app.sqlite.prepare("select status from delegates where id = ?").pluck().get(other);
  expect(status()).toBe("cancelled");

  const checkIn = { intent: "check-in", id: `${other}`, anyway: "cancelled" };
  const door = await organiser.post("/admin/delegates?door=&q=open", checkIn);
  await organiser.post(door.headers.get("Location") ?? "", checkIn);
  expect(status()).toBe("attended");

  const deletion = { intent: "delete", delegate: `${other}` };
  const desk = await organiser.post(`/admin/delegates?q=open&delete=${other}`, deletion);
  const done = await organiser.post(desk.headers.get("Location") ?? "", deletion);
  expect(done.headers.get("Location")).toBe("/admin/delegates?q=open");
  expect(status()).toBeUndefined();
});

test("an old link still shows the registration, and one that leads to nothing says so", async () => {
  const follow = async (path: string) => app.fetch((await app.fetch(path)).headers.get("Location") ?? "");
  expect(visibleText(await (await follow(`/register?registration=${token}`)).text())).toContain(
    "Erika Moved",
  );
  for (const wrong of ["", "0".repeat(32)]) {
    const answer = await follow(`/register?registration=${wrong}`);
    expect(answer.status).toBe(404);
    expect(visibleText(await answer.text())).toContain("We can’t find a registration at this link.");
  }
});
