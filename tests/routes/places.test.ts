import { expect, test, vi } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { answersIn } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { organiserOf } from "../support/organiser.ts";
import {
  BEFORE,
  CLOSED_TEXT,
  CLOSES,
  guest,
  guestForm,
  OPENS,
  OPENS_TEXT,
  openPlaces,
  PLACES_FILE,
  setClock,
  WHILE_OPEN,
} from "../support/places-conference.ts";

const NONE = "No one was registered.";
/** The card of a plan or of journalists, as text. */
const cardOf = (html: string, name: string): string => {
  const cards = html.match(/<article class="plan"[\s\S]*?<\/article>/g)?.map(visibleText) ?? [];
  return cards.find((card) => card.includes(` ${name} `)) ?? "";
};
const heroOf = (html: string) => visibleText(/<section id="hero"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "");
const offersIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "{}").offers.map(
    ({ availability }: { availability: string }) => availability.replace("https://schema.org/", ""),
  );
const radioOf = (html: string, pass: string) =>
  new RegExp(`<label class="choice">(?:(?!</label>).)*value="${pass}".*?</label>`).exec(html)?.[0] ?? "";
/** The answers of a form that was sent back. */
const keptIn = (html: string) => ({
  ...answersIn(html, "Complete Registration").fields,
  registrationType: /value="(\w+)"[^>]*checked=""|checked=""[^>]*value="(\w+)"/
    .exec(html)
    ?.slice(1)
    .find(Boolean),
  notes: visibleText(/<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? ""),
});

test("before registration opens, the pages say when, at each register button, and there is no form", async () => {
  const { app, html, see } = await openPlaces(BEFORE);
  expect((await app.fetch("/register")).status).toBe(200);
  expect(await see("/register")).toContain(`Delegate Registration ${OPENS_TEXT}`);
  expect(await html("/register")).not.toMatch(/<form|type="submit"/);
  expect(await html("/register?type=guest")).not.toContain("<form");
  const home = await html("/");
  expect(heroOf(home)).toMatch(/Register Now .*Registration opens on 1 March 2027 at 9:00 AM\./);
  for (const [name, button] of [
    ["Solo", "Buy Solo"],
    ["Team", "Buy Team"],
    ["Student", "Buy Student"],
    ["Journalist", "Register Free"],
  ] as const)
    expect(cardOf(home, name), name).toMatch(new RegExp(`${OPENS_TEXT} ${button}`));
  expect(cardOf(home, "Members")).not.toContain(OPENS_TEXT);
  expect(offersIn(home)).toEqual(["PreOrder", "PreOrder", "PreOrder", "PreOrder"]);
  expect(home).toContain('"validFrom":"2027-03-01T09:00:00+01:00"');
  setClock(OPENS);
  expect(await html("/register")).toMatch(/<form[^>]*method="post"/);
  expect(await see("/")).not.toContain("opens on");
  expect(offersIn(await html("/"))).toEqual(["InStock", "InStock", "InStock", "InStock"]);
});

test("a plain register button says when registration opens, as does the page without a program", async () => {
  const { app, see } = await openPlaces(BEFORE, { plans: [], journalistFeatures: [] });
  app.sqlite.exec("delete from program_sessions");
  expect(await see("/")).toContain(`Registration and Pricing ${OPENS_TEXT} Register `);
  expect(await see("/")).not.toContain("You can register now");
  setClock(OPENS);
  expect(await see("/")).toContain("You can register now");
});

test("before registration opens, no one is registered, by form or call, and the day is named", async () => {
  const { app, call, rows } = await openPlaces(BEFORE);
  const refused = await call(guest());
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({ message: `${OPENS_TEXT} ${NONE}` });
  const form = await app.fetch("/register?send", formPost(guestForm()));
  expect(form.status).toBe(403);
  expect(visibleText(await form.text())).toContain(`There is a problem ${OPENS_TEXT} ${NONE}`);
  expect(rows()).toBe(0);
});

test("a form loaded before registration closes and sent afterwards keeps every answer", async () => {
  const { app, html, rows } = await openPlaces("2027-05-17T17:59:00+02:00");
  const loaded = answersIn(await html("/register"), "Complete Registration");
  const answers = guest({ name: "Åse “Late” Lie", company: "Lie & Co", notes: "No nuts & no fish" });
  setClock(CLOSES);
  const refused = await app.fetch(loaded.action, formPost({ ...loaded.fields, ...answers }));
  expect(refused.status).toBe(403);
  const page = await refused.text();
  expect(visibleText(page)).toContain(`There is a problem ${CLOSED_TEXT} ${NONE}`);
  expect(page).toMatch(/<title>Error: /);
  expect(keptIn(page)).toMatchObject(answers);
  expect(rows()).toBe(0);
});

test("after registration has closed, calls are refused, and copies of accepted ones get their first response", async () => {
  const { app, call, rows } = await openPlaces("2027-05-17T17:59:00+02:00");
  const form = guestForm();
  const first = await app.fetch("/register?send", formPost(form));
  expect(first.status).toBe(303);
  const key = { "Idempotency-Key": "a-key-of-sixteen-characters" };
  const called = await call(guest({ name: "Called" }), key);
  expect(called.status).toBe(201);
  setClock(CLOSES);
  const again = await app.fetch("/register?send", formPost(form));
  expect([again.status, again.headers.get("Location")]).toEqual([303, first.headers.get("Location")]);
  const calledAgain = await call(guest({ name: "Called" }), key);
  expect([calledAgain.status, await calledAgain.json()]).toEqual([201, await called.json()]);
  const refused = await call(guest());
  expect([refused.status, await refused.json()]).toEqual([403, { message: `${CLOSED_TEXT} ${NONE}` }]);
  expect(rows()).toBe(2);
});

test("after registration has closed early, the pages say so, and do not speak of the conference as past", async () => {
  const { html, see } = await openPlaces("2027-05-17T17:59:59+02:00");
  expect(heroOf(await html("/"))).toContain("Register Now");
  setClock(CLOSES);
  const [home, form] = [await see("/"), await see("/register")];
  expect(heroOf(await html("/"))).toContain(CLOSED_TEXT);
  expect(home).toContain(`Registration and Pricing ${CLOSED_TEXT} For questions about a registration`);
  expect(home).not.toMatch(/Register Now|Buy |Register Free|kr 900/);
  expect(await html("/")).not.toMatch(/href="\/register|class="[^"]*header-register/);
  expect(form).toContain(`Delegate Registration ${CLOSED_TEXT}`);
  expect(await html("/register")).not.toContain("<form");
  for (const text of [home, form]) expect(text).not.toMatch(/took place|is over|Thank you to everyone/);
  expect(offersIn(await html("/"))).toEqual([]);
  setClock("2027-05-21T00:00:00+02:00");
  for (const path of ["/", "/register"])
    expect(await see(path)).toContain("Registration is closed. Fjord Days took place on Thursday 20 May");
});

test("when all places are taken, pages say “Fully booked”, and forms and calls are refused with all answers kept", async () => {
  const { app, html, see, call, register, rows } = await openPlaces(WHILE_OPEN);
  await register(49);
  const loaded = answersIn(await html("/register"), "Complete Registration");
  expect(await see("/")).not.toContain("Fully booked");
  const last = guestForm({ name: "The Last" });
  const first = await app.fetch("/register?send", formPost(last));
  expect(first.status).toBe(303);
  const message = `All 50 places are taken. ${NONE}`;
  const refused = await call(guest());
  expect([refused.status, await refused.json()]).toEqual([409, { message }]);
  const answers = guest({ name: "Too Late", notes: "Vegan", registrationType: "press", outlet: "Avisa" });
  const form = await app.fetch(loaded.action, formPost({ ...loaded.fields, ...answers }));
  expect(form.status).toBe(409);
  const page = await form.text();
  expect(visibleText(page)).toContain(`There is a problem ${message}`);
  // The press pass has a track of its own.
  const { favoredStream: _, ...sent } = answers;
  expect(keptIn(page)).toMatchObject(sent);
  // The second copy of the last form gets the first one's response.
  const again = await app.fetch("/register?send", formPost(last));
  expect([again.status, again.headers.get("Location")]).toEqual([303, first.headers.get("Location")]);
  const home = await html("/");
  expect(heroOf(home)).toContain("Fully booked.");
  for (const name of ["Solo", "Team", "Student", "Journalist"])
    expect(cardOf(home, name), name).toMatch(/Fully booked\. (Buy|Register Free)/);
  expect(offersIn(home)).toEqual(["SoldOut", "SoldOut", "SoldOut", "SoldOut"]);
  expect(await see("/register")).toContain("Delegate Registration Fully booked. All 50 places are taken.");
  expect(await html("/register")).not.toContain("<form");
  expect(home + (await html("/register"))).not.toMatch(/waiting list/i);
  expect(rows()).toBe(50);
});

test("a pass with its own limit fills alone: it cannot be chosen, and the others stay open", async () => {
  const [free, press] = PLACES_FILE.passes;
  const { app, html, see, call, register } = await openPlaces(WHILE_OPEN, {
    passes: [{ ...free, places: 2 }, press],
  });
  expect(radioOf(await html("/register?type=guest"), "guest")).toMatch(/checked=""/);
  await register(2);
  const refused = await call(guest());
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: `Guest: all 2 places are taken. ${NONE}` },
  ]);
  const home = await html("/");
  for (const name of ["Solo", "Student"]) expect(cardOf(home, name), name).toContain("Fully booked.");
  for (const name of ["Team", "Members", "Journalist"])
    expect(cardOf(home, name), name).not.toContain("Fully booked");
  expect(heroOf(home)).not.toContain("Fully booked");
  expect(offersIn(home)).toEqual(["SoldOut", "InStock", "InStock", "SoldOut"]);
  const form = await html("/register?type=guest");
  expect(radioOf(form, "guest")).toMatch(/disabled=""/);
  expect(radioOf(form, "guest")).not.toMatch(/checked=""/);
  expect(visibleText(radioOf(form, "guest"))).toContain("Fully booked.");
  expect(radioOf(form, "press")).not.toContain("disabled");
  expect(visibleText(radioOf(form, "press"))).not.toContain("Fully booked");
  // An error links to a choice that can take the focus.
  const missing = await app.fetch("/register?send", formPost(guestForm({ registrationType: "" })));
  expect(radioOf(await missing.text(), "press")).toContain('id="registrationType"');
  expect((await call(guest({ registrationType: "press" }))).status).toBe(201);
  expect(await see("/")).toContain("Fully booked.");
});

test("a limit of all passes is not said to be that of a pass", async () => {
  const [free, press] = PLACES_FILE.passes;
  const { call, register } = await openPlaces(WHILE_OPEN, {
    passes: [{ ...free, places: 3 }, press],
    registration: { places: 4 },
  });
  await register(2);
  await register(2, { registrationType: "press" });
  expect(await (await call(guest())).json()).toEqual({ message: `All 4 places are taken. ${NONE}` });
});

test("limits of the passes alone make the conference full too", async () => {
  const { call, register, see } = await openPlaces(WHILE_OPEN, {
    passes: PLACES_FILE.passes.map((pass) => ({ ...pass, places: 1 })),
    registration: { places: null },
  });
  await register(1);
  await register(1, { registrationType: "press" });
  expect(await (await call(guest())).json()).toEqual({ message: `All 2 places are taken. ${NONE}` });
  expect(await see("/register")).toContain("Fully booked. All 2 places are taken.");
});

test("with a waiting list, pages say that one can join it, and the form stays open", async () => {
  const { html, see, register } = await openPlaces(WHILE_OPEN, { registration: { waitingList: true } });
  await register(50);
  const JOIN = "Fully booked. You can join the waiting list.";
  const home = await html("/");
  expect(heroOf(home)).toContain(JOIN);
  for (const name of ["Solo", "Team", "Student", "Journalist"])
    expect(cardOf(home, name), name).toContain(JOIN);
  expect(offersIn(home)).toEqual(["SoldOut", "SoldOut", "SoldOut", "SoldOut"]);
  const form = await html("/register?type=guest");
  expect(form).toMatch(/<form[^>]*method="post"/);
  for (const pass of ["guest", "press"]) {
    expect(visibleText(radioOf(form, pass))).toContain(JOIN);
    expect(radioOf(form, pass)).not.toContain("disabled");
  }
  expect(radioOf(form, "guest")).toMatch(/checked=""/);
  await register(1);
  expect(await see("/")).toContain(JOIN);
});

test("a form with a single pass says that it leads to the waiting list", async () => {
  const { see, register } = await openPlaces(WHILE_OPEN, {
    ...{ passes: PLACES_FILE.passes.slice(0, 1), journalistFeatures: [] },
    registration: { waitingList: true, places: 1 },
  });
  expect(await see("/register")).not.toContain("waiting list");
  await register(1);
  expect(await see("/register")).toContain("Fully booked. You can join the waiting list.");
});

test("registrations do not change the cached pages, except once, when they take the last place", async () => {
  const { app, html, register } = await openPlaces(WHILE_OPEN);
  const etagOf = async (path: string) => (await app.fetch(path)).headers.get("ETag");
  const [home, form] = [await etagOf("/"), await html("/register")];
  for (let sent = 0; sent < 45; sent += 1) {
    await register(1);
    expect(await etagOf("/")).toBe(home);
  }
  await register(4);
  expect(await etagOf("/")).toBe(home);
  await register(1);
  const full = await etagOf("/");
  expect(full).not.toBe(home);
  expect(visibleText(form)).toContain("Complete Registration");
  const organiser = await organiserOf(app);
  await organiser.post("/admin/delegates/walk-in", guestForm({ name: "At the Door" }));
  expect(await etagOf("/")).toBe(full);
  const landing = await html("/");
  expect(landing).toMatch(/\\*"full\\*":\[\\*"guest\\*",\\*"press\\*"\]/);
});

test("walk-ins and imports pass the limit, and the dashboard says by how many", async () => {
  const [free, press] = PLACES_FILE.passes;
  const { app, register } = await openPlaces(WHILE_OPEN, { passes: [free, { ...press, places: 5 }] });
  const organiser = await organiserOf(app);
  const dashboard = async () => visibleText(await (await organiser.get("/admin")).text());
  const walkIn = (name: string, registrationType: string) =>
    organiser.post(
      "/admin/delegates/walk-in",
      guestForm({ name, email: `${name}@example.com`, registrationType }),
    );
  await register(12);
  await register(3, { registrationType: "press" });
  expect(await dashboard()).toMatch(/Conference Overview .*15 of 50 places\. Press: 3 of 5 places\./);
  await register(35);
  expect(await dashboard()).not.toContain("places taken");
  await walkIn("ada", "guest");
  expect(await dashboard()).toContain("51 of 50 places taken");
  for (const name of ["ben", "cid", "dot"]) await walkIn(name, "press");
  const text = await dashboard();
  expect(text).toContain("54 of 50 places taken Press: 6 of 5 places taken");
  expect(text).toMatch(/Conference Overview .*54 of 50 places\. Press: 6 of 5 places\./);
  // Uploaded lists have the time of the file system.
  vi.useRealTimers();
  const lists = listsOf(app, organiser);
  const rows = ["eve", "fay"].map((name) => `Guest,${name},${name}@example.com,Editor`);
  const page = await lists.bring(
    ["Delegate Type,Full Name,Email Address,Job Title", ...rows].join("\r\n"),
    "delegates",
  );
  expect((await lists.press(page, { mail: "none" })).status).toBe(303);
  expect(await dashboard()).toContain("56 of 50 places taken");
});

test("in the demo ?at= shows the pages before registration opens and after it has closed", async () => {
  const { see } = await openPlaces(WHILE_OPEN, {}, { DEMO: "on" });
  expect(await see("/register?at=2027-02-28T12:00")).toContain(OPENS_TEXT);
  expect(await see("/?at=2027-02-28T12:00")).toContain(OPENS_TEXT);
  expect(await see("/register?at=2027-05-17T18:00")).toContain(CLOSED_TEXT);
  expect(await see("/?at=2027-05-17T18:00")).toContain(CLOSED_TEXT);
  expect(await see("/register")).toContain("Complete Registration");
});
