import { expect, test, vi } from "vitest";
import { type App, formPost, jsonPost, openSampleApp, visibleText } from "../support/app.ts";
import { registration, registrationForm } from "../support/factories.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { conferenceFile } from "../support/other-conference.ts";

/** Sets the clock of this process, which includes the site. Timers keep running. */
const setClock = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });

const PLAN = {
  ...{ planId: "one", name: "One day", price: "kr 900", note: "Lunch included", features: ["A pass"] },
  ...{ featured: false, action: { label: "Buy", href: "https://tickets.example.org/fjord" } },
};
const METRICS_TOKEN = "0123456789abcdef";
/** The sample's program, on another day in Bergen. */
const FJORD = conferenceFile({
  name: "Fjord Days",
  startsAt: "2027-05-20T08:30",
  endsAt: "2027-05-20T17:00",
  timeZone: "Europe/Oslo",
  city: "Bergen",
  venue: { name: "Kaihuset", street: "Bryggen 1" },
  contact: { email: "hei@fjord.example" },
  currency: "NOK",
  plans: [{ ...PLAN, steps: [{ until: "2027-02-01", price: "kr 500" }] }],
});

async function openFjord(at: string, settings: Record<string, string> = {}) {
  setClock(at);
  const app = await openSampleApp({ ...FJORD, ADMIN_EMAILS: ORGANISER, METRICS_TOKEN, ...settings });
  const html = async (path = "/") => (await app.fetch(path)).text();
  return {
    app,
    html,
    see: async (path = "/") => visibleText(await html(path)),
    at: async (moment: string, path = "/") => {
      setClock(moment);
      return visibleText(await html(path));
    },
    rows: () => app.sqlite.prepare("select count(*) from delegates").pluck().get(),
  };
}

test("a price limited to a day is shown, and counted down, until then", async () => {
  const { at, html } = await openFjord("2027-01-10T12:00:00+01:00");
  expect(await at("2027-02-01T23:59:59+01:00")).toContain("kr 500 until 1 February. Lunch included");
  expect(await html()).toContain('"price":"500"');
  expect(await at("2027-02-02T00:00:00+01:00")).toContain("kr 900 Lunch included");
  expect(await html()).toContain('"price":"900"');
  expect(await html()).not.toContain("until 1 February");
});

test("in the last week the page counts the days, and before that it does not", async () => {
  const { at } = await openFjord("2027-05-12T12:00:00+02:00");
  const GONE = /to go\.|Tomorrow|Today|Thank you/;
  expect(await at("2027-05-12T23:59:59+02:00")).not.toMatch(GONE);
  expect(await at("2027-05-13T00:00:00+02:00")).toContain("One week to go.");
  expect(await at("2027-05-17T00:00:00+02:00")).toContain("This Thursday. Three days to go.");
  expect(await at("2027-05-19T23:59:59+02:00")).toContain("Tomorrow, from 8:30 AM.");
  expect(await at("2027-05-20T00:00:00+02:00")).toMatch(
    /Today, from 8:30 AM\..* See what’s next Register Now/,
  );
});

test("on the day the page shows what is on now with the clock, what was before and what comes next", async () => {
  const { at, html } = await openFjord("2027-05-20T07:00:00+02:00");
  expect(await at("2027-05-20T08:44:59+02:00")).toMatch(
    /Next, at 8:45 AM ● 8:44 8:45 The front page is not where it was Keynote 9:40/,
  );
  expect(await html()).not.toContain('data-now="');
  expect(await at("2027-05-20T08:45:00+02:00")).toMatch(
    /On now, until 9:30 AM ● 8:45 8:45 The front page is not where it was Keynote Marguerite Oyelaran 9:40/,
  );
  expect((await html()).match(/data-now="/g)).toHaveLength(1);
  const streams = await at("2027-05-20T11:59:59+02:00");
  expect(streams).toMatch(
    /until 12:00 PM ● 11:59 9:40 Morning conf.* b2c Your product .* b2b Results day .* tech What the machine .* 1:15/,
  );
  expect(streams).toContain("Now 11:00");
  expect(streams).toMatch(/Today\..* See what’s on now/);
  // Both earlier slots are over, and the list shows the later one.
  expect((await html()).match(/data-ended="/g)).toHaveLength(3);
  expect(streams).not.toContain("AM 8:45 The front page");
  expect(await html()).toContain('href="/?session=3"');
  const lunch = await at("2027-05-20T12:00:00+02:00");
  expect(lunch).not.toContain("On now");
  expect(lunch).toContain("Next, at 1:15 PM ● 12:00");
  expect(lunch).not.toContain("Now 11:00");
  expect(lunch).toContain("kr 900");
  const evening = await at("2027-05-20T17:00:00+02:00");
  expect(evening).not.toContain("kr 900");
  expect(evening).toMatch(/Registration and Pricing Fjord Days took place on/);
});

test("after the day, thanks replace registration", async () => {
  const { app, at, html } = await openFjord("2027-05-20T16:30:00+02:00");
  expect(await at("2027-05-20T16:59:59+02:00")).toMatch(/Register Now.* Free for accredited journalists/);
  const evening = await at("2027-05-20T23:59:59+02:00");
  expect(evening).toContain("That was today. Thank you for coming.");
  expect(evening).toContain("Choose a session to see what it covered and who spoke.");
  expect(evening).not.toContain("Hear what gets picked up");
  expect(await html()).not.toContain('data-ended="');
  expect(evening).toContain("See the program");
  expect(evening).not.toMatch(/Register Now|Free for accredited journalists/);
  expect(await html("/register")).toContain("Complete Registration");
  const after = await at("2027-05-21T00:00:00+02:00");
  expect(after).toContain("That was Fjord Days. Thank you to everyone who came.");
  expect(after).toContain("See the program");
  expect(after).toContain("Registration is closed. Fjord Days took place on Thursday 20 May 2027.");
  expect(after).toContain("Program Choose a session to see what it covered and who spoke.");
  expect(after).not.toMatch(/Register Now|Media Pass|kr 900|add the whole program/);
  app.sqlite.exec("delete from program_sessions");
  expect(await html()).not.toMatch(/href="\/register/);
  expect(await html()).toContain('"offers":[]');
  const form = await at("2027-05-21T00:00:00+02:00", "/register");
  expect(form).toContain("Delegate Registration Registration is closed.");
  expect(await html("/register")).not.toContain("<form");
});

test("after the day nobody is registered, by form or call, and copies of earlier forms are recognised", async () => {
  const { app, rows } = await openFjord("2027-05-20T23:59:00+02:00");
  const before = registrationForm();
  expect((await app.fetch("/register", formPost(before))).status).toBe(303);
  expect((await app.fetch("/api/registrations", jsonPost(registration()))).status).toBe(201);
  setClock("2027-05-21T00:00:00+02:00");
  const refused = await app.fetch("/api/registrations", jsonPost(registration()));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({
    message: "Registration is closed: the conference is over. No one was registered.",
  });
  const form = await app.fetch("/register", formPost(registrationForm({ name: "Late Lee" })));
  expect(form.status).toBe(403);
  expect(visibleText(await form.text())).toContain("Registration is closed");
  // Simulates a double click across midnight, or a form resent after a lost connection.
  const again = await app.fetch("/register", formPost(before));
  expect(again.status).toBe(303);
  expect(again.headers.get("Location")).toBe(`/register?confirmed=${before.formId}`);
  expect(rows()).toBe(2);
});

test("walk-ins are accepted at any time", async () => {
  const { app, rows } = await openFjord("2027-05-20T10:00:00+02:00");
  const organiser = await organiserOf(app);
  await organiser.post("/admin/delegates/walk-in", registrationForm());
  expect(rows()).toBe(1);
  setClock("2027-05-21T00:00:01+02:00");
  const other = registrationForm({ name: "Somebody Else", email: "b@example.com" });
  await (await organiserOf(app)).post("/admin/delegates/walk-in", other);
  expect(rows()).toBe(2);
});

test("/now has the current and next sessions, and a text before and after the day", async () => {
  const { at } = await openFjord("2027-03-01T12:00:00+01:00");
  const now = (moment: string) => at(moment, "/now");
  expect(await now("2027-03-01T12:00:00+01:00")).toMatch(
    /Thursday 20 May 2027 Fjord Days begins at 8:30 AM, at Kaihuset\. First, at 8:45 AM .*The front page/,
  );
  expect(await now("2027-05-20T08:29:59+02:00")).toContain(" Today ● 8:29 Doors open at 8:30 AM Next");
  expect(await now("2027-05-20T08:30:00+02:00")).toContain(" Now ● 8:30 Doors are open Next");
  expect(await now("2027-05-20T11:00:00+02:00")).toMatch(
    / Now ● 11:00 B2C Stream, panel, until 12:00 PM Your product .* Next, at 1:15 PM Tech Stream, workshop, until 2:15 PM/,
  );
  expect(await now("2027-05-20T12:00:00+02:00")).toMatch(/Now ● 12:00 Break until 1:15 PM Next, at 1:15 PM/);
  expect(await now("2027-05-20T16:59:59+02:00")).toContain("Drinks with the newsroom");
  for (const moment of ["2027-05-20T17:00:00+02:00", "2027-05-21T00:00:00+02:00"])
    expect(await now(moment)).toContain("That was Fjord Days. Thank you to everyone who came");
});

test("/now of a conference without a program shows its start, and no current session", async () => {
  const { app, at } = await openFjord("2027-05-19T12:00:00+02:00");
  app.sqlite.exec("delete from program_sessions");
  expect(await at("2027-05-19T12:00:00+02:00", "/now")).toContain("begins at 8:30 AM");
  expect(await at("2027-05-20T12:00:00+02:00")).not.toMatch(/Next, at|On now/);
  expect(await at("2027-05-20T12:00:00+02:00", "/now")).toContain("Now ● 12:00 Nothing more on the program");
});

test("/now refreshes without JavaScript, has its own title, and is not indexed", async () => {
  const { app, html } = await openFjord("2027-05-20T11:00:00+02:00");
  const page = await html("/now");
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="30"/></noscript>');
  expect(page).toContain("<title>Now and next – Fjord Days</title>");
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(await (await app.fetch("/sitemap.xml")).text()).not.toContain("/now");
});

test("the page is kept until the moment, and not longer by other caches", async () => {
  const { app } = await openFjord("2027-05-20T08:00:00+02:00");
  const get = async (moment: string, path = "/") => {
    setClock(moment);
    const { headers } = await app.fetch(path);
    return { kept: headers.get("Cache-Control"), etag: headers.get("ETag") };
  };
  const first = await get("2027-05-20T08:31:00+02:00");
  expect(first.kept).toContain("s-maxage=10, stale-while-revalidate=10");
  const misses = await renderedBy(app);
  for (const moment of ["08:31:01", "08:31:30", "08:31:59"])
    expect(await get(`2027-05-20T${moment}+02:00`)).toEqual(first);
  expect(await renderedBy(app)).toBe(misses);
  // The clock changes each minute, which other caches may show late.
  const later = await get("2027-05-20T08:44:39+02:00");
  expect(later.kept).toBe(first.kept);
  expect(later.etag).not.toBe(first.etag);
  // Shortly before the page changes, shared caches must revalidate it.
  const ending = await get("2027-05-20T08:44:40+02:00");
  expect(ending.kept).toBe("public, max-age=0, s-maxage=0, stale-if-error=86400");
  expect(ending.etag).toBe(later.etag);
  const second = await get("2027-05-20T08:45:00+02:00");
  expect(second.kept).toBe(first.kept);
  expect(second.etag).not.toBe(first.etag);
  // The page also follows a clock that is set back.
  expect(await get("2027-05-20T08:31:30+02:00")).toEqual(first);
});

test("moving a session moves the moment", async () => {
  const { app, at } = await openFjord("2027-05-20T08:40:00+02:00");
  expect(await at("2027-05-20T08:41:00+02:00")).toContain("Next, at 8:45 AM");
  app.sqlite.exec("update program_sessions set time = '8:42 AM - 9:30 AM' where id = 1");
  expect(await at("2027-05-20T08:41:30+02:00")).toContain("Next, at 8:42 AM");
  expect(await at("2027-05-20T08:42:00+02:00")).toContain("On now, until 9:30 AM");
});

test("?at= is ignored by a site that is no demo: the page is the same, with one address", async () => {
  const { app, html } = await openFjord("2027-03-01T12:00:00+01:00");
  const pages = { "/": await html("/"), "/register": "", "/now": await html("/now") };
  const misses = await renderedBy(app);
  for (const path of ["/", "/now"] as const) {
    expect(await html(`${path}?at=2027-05-20T11:00`)).toBe(pages[path]);
    // Requests the page from React Router directly, bypassing the page cache.
    const own = await app.route(`${path}?at=2027-05-20T11:00`);
    expect(visibleText(await own.text())).toBe(visibleText(pages[path]));
  }
  expect(await html("/register?at=2027-06-01T11:00")).toContain("Complete Registration");
  expect(await renderedBy(app)).toBe(misses + 1);
});

test("in the demo ?at= sets the time, in the conference's zone or with an offset; invalid values are ignored", async () => {
  const { see, html, app } = await openFjord("2027-03-01T12:00:00+01:00", { DEMO: "on" });
  expect(await see("/?at=2027-05-20T11:00")).toContain("On now, until 12:00 PM");
  expect(await see("/?at=2027-05-20T09:00Z")).toContain("On now, until 12:00 PM");
  expect(await see("/now?at=2027-05-20T11:00")).toContain("B2C Stream, panel");
  expect(await see("/register?at=2027-05-21T00:00")).toContain("Registration is closed.");
  const ordinary = await html("/");
  const days = ["2027-02-30T10:00", "2027-05-20", "99999-01-01T00:00", "2027-05-20T25:00"];
  for (const odd of ["", "now", "%00", ...days])
    expect(visibleText(await html(`/?at=${odd}`)), odd).toBe(visibleText(ordinary));
  // The parameter has no effect on registrations.
  const form = await app.fetch("/register?at=2027-06-01T00:00", formPost(registrationForm()));
  expect(form.status).toBe(303);
});

test("the sample conference is always before its day until a date is set: the clock closes nothing", async () => {
  setClock("2031-01-01T00:00:00Z");
  const app = await openSampleApp();
  const page = visibleText(await (await app.fetch("/")).text());
  expect(page).toContain("Register Now");
  expect(page).not.toMatch(/Thank you to everyone|to go\./);
  expect((await app.fetch("/api/registrations", jsonPost(registration()))).status).toBe(201);
});

async function renderedBy({ fetch }: App): Promise<number> {
  const metrics = await fetch("/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const [, misses] = /page_cache\w*\{result="miss"\} (\d+)/.exec(await metrics.text()) ?? [];
  if (misses === undefined) throw new Error("There is no count of the page cache");
  return Number(misses);
}
