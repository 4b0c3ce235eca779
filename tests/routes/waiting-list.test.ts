// The waiting list as delegates see it, without JavaScript.
import { expect, test } from "vitest";
import { formPost, jsonPost, visibleText } from "../support/app.ts";
import { aFormId } from "../support/form-id.ts";
import { pressed } from "../support/forms.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, openOrganised } from "../support/organised.ts";
import { guest, insertWaiting, withPlaces } from "../support/places.ts";

const HOUR_MS = 60 * 60 * 1000;
const post = (path: string, fields: Record<string, string>) => app.fetch(path, formPost(fields));
const registerByForm = (name: string, formId = aFormId()) => post("/register", { formId, ...guest(name) });
const registerByCall = (name: string, headers: HeadersInit = {}) =>
  app.fetch("/api/registrations", {
    ...jsonPost(guest(name)),
    headers: { "Content-Type": "application/json", ...headers },
  });
const linkOf = (name: string) =>
  `/registration/${db.value("select link_token from delegates where name = ?", name)}`;
const htmlOf = async (path: string) => (await app.fetch(path)).text();
const textOf = async (path: string) => visibleText(await htmlOf(path));
/** The page after a form, with its toast, as a browser without JavaScript shows it. */
async function pageAfter(response: Response): Promise<string> {
  expect(response.status).toBe(303);
  const cookie = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  const headers = { Cookie: cookie.join("; ") };
  return (await app.fetch(response.headers.get("Location") ?? "", { headers })).text();
}
const offer = (name: string, hours = 5) =>
  app.sqlite
    .prepare("update delegates set offered_until = ? where name = ?")
    .run(Date.now() + hours * HOUR_MS, name);
const contents = () => JSON.stringify(db.rows("select * from delegates order by id"));
/** When an offer ends, as the site writes it. */
const endOf = (name: string) => {
  const at = new Date(db.value("select offered_until from delegates where name = ?", name) as number);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-AU", { timeZone: "Europe/Oslo", ...options }).format(at);
  const day = format({ day: "numeric", month: "long", year: "numeric" });
  const time = format({ hour: "numeric", minute: "2-digit" }).replace(/[\s\u202f]+/, " ");
  return `${day} at ${time.toUpperCase()}`;
};

/** Opens a site whose only place is taken. */
async function openFull(settings: Record<string, string> = {}) {
  await openOrganised({ ...withPlaces(1), ...settings }, { isNew: true });
  expect((await registerByCall("First Guest")).status).toBe(201);
}

test("a delegate registered by the API after the last place waits, and a repeated request never tells of an offer", async () => {
  await openFull();
  expect(await (await registerByCall("Held Place")).json()).toMatchObject({
    status: "pending",
    place: "waiting",
  });
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const first = await registerByCall("Una Waits", key);
  expect(first.status).toBe(201);
  const answer = await first.json();
  expect(answer).toMatchObject({ status: "pending", place: "waiting" });
  for (const change of ["offered_until = 9e12", "placed_at = 2", "status = 'confirmed', paid_at = 3"]) {
    app.sqlite.exec(`update delegates set ${change} where name = 'Una Waits'`);
    const again = await registerByCall("Una Waits", key);
    expect([again.status, await again.json()]).toEqual([201, answer]);
  }
});

test("the form leads those who wait to a page that says so, with neither a confirmation nor a position", async () => {
  await openFull();
  const formId = aFormId();
  const response = await registerByForm("Una Waits", formId);
  const html = await pageAfter(response);
  const text = visibleText(html);
  expect(html).toMatch(/<title>You are on the waiting list – [^<]+<\/title>/);
  expect(html).toMatch(/<h1[^>]*>You are on the waiting list<\/h1>/);
  expect(text).toContain("Our emails go to una.waits@example.com.");
  expect(text).not.toMatch(/Registration (Confirmed|Successful)!|code for the door|number 1|calendar/);
  expect(html).not.toContain("QR code");
  // The form's second copy gets the response to the first.
  const again = await registerByForm("Una Waits", formId);
  expect([again.status, again.headers.get("Location")]).toEqual([303, response.headers.get("Location")]);
  expect(visibleText(await pageAfter(again))).toContain("You are on the waiting list");
  expect(db.count("delegates")).toBe(2);
});

test("the private page gives the position, and has neither a code nor a day for the calendar", async () => {
  await openFull();
  for (const name of ["Una Waits", "Ben Waits", "Cy Waits"]) await registerByForm(name);
  const html = await htmlOf(linkOf("Cy Waits"));
  const text = visibleText(html);
  expect(text).toContain("You are on the waiting list You are number 3 on the waiting list.");
  expect(text).toContain("Waiting list You don’t have a place yet.");
  expect(text).toContain("Cancel this registration");
  expect(text).not.toMatch(/Add to calendar|code for the door|nothing else you need to do|Take the place/);
  expect(html).not.toContain("QR code");
  const calendar = await app.fetch(`${linkOf("Cy Waits")}/calendar.ics`);
  expect([calendar.status, await calendar.text()]).toEqual([
    404,
    "You don’t have a place yet, so there is no calendar file.\n",
  ]);
  expect(await textOf(`${linkOf("Cy Waits")}/cancel`)).toContain("is on the waiting list. Cancelling can’t");
  await post(`${linkOf("Una Waits")}/cancel`, { intent: "cancel", shown: "pending" });
  expect(await textOf(linkOf("Cy Waits"))).toContain("You are number 2 on the waiting list.");
  expect(await textOf(linkOf("First Guest"))).toContain("Add to calendar");
});

test("an offered place is taken by one press, and a second press gets the same response", async () => {
  await openFull();
  await registerByForm("Una Waits");
  offer("Una Waits");
  const path = linkOf("Una Waits");
  const before = contents();
  const html = await htmlOf(path);
  expect(visibleText(html)).toContain(
    `A place is free for you It’s yours if you take it by ${endOf("Una Waits")}.`,
  );
  expect(visibleText(html)).not.toContain("Cancel this registration");
  await htmlOf(`${path}/cancel`);
  expect((await app.fetch(`${path}/calendar.ics`)).status).toBe(404);
  expect(contents()).toBe(before);

  const { fields } = pressed(html, "Take the place");
  const answers = await Promise.all([post(path, fields), post(path, fields), post(path, fields)]);
  for (const answer of answers) expect(visibleText(await pageAfter(answer))).toContain("The place is yours");
  const late = await post(path, fields);
  expect([late.status, late.headers.get("Location")]).toEqual([303, path]);
  const page = await textOf(path);
  expect(page).toContain("We have your registration");
  expect(page).toContain("Add to calendar");
  expect((await app.fetch(`${path}/calendar.ics`)).status).toBe(200);
  expect(db.values("select kind from outbox where delegate_id = 2 order by id")).toEqual([
    "registered",
    "registered",
  ]);
  expect(db.values(`select action from ${HISTORY} where subject_id = 2`)).toEqual(["took the place"]);
});

test("an offered place is given up by one press, which cancels the registration", async () => {
  await openFull();
  await registerByForm("Una Waits");
  offer("Una Waits");
  const path = linkOf("Una Waits");
  const { fields } = pressed(await htmlOf(path), "Give it up");
  expect(fields).toEqual({ intent: "cancel", shown: "pending" });
  expect(await htmlOf(path)).toContain(`formAction="${path}/cancel"`);
  expect(visibleText(await pageAfter(await post(`${path}/cancel`, fields)))).toContain(
    "Your registration has been cancelled",
  );
  expect(db.value("select status from delegates where id = 2")).toBe("cancelled");
});

test("after its end, an offer is refused with the time, and the page says what to do", async () => {
  await openFull();
  await registerByForm("Una Waits");
  const path = linkOf("Una Waits");
  offer("Una Waits", -1);
  const before = contents();
  const refused = await post(path, { intent: "take" });
  expect(refused.status).toBe(409);
  const text = visibleText(await refused.text());
  expect(text).toContain(`Nothing was changed The offer ended on ${endOf("Una Waits")}.`);
  expect(text).toContain("The offer of a place has ended");
  expect(text).toContain("If you’d still like to come, write to hei@fjord.example");
  expect(text).not.toMatch(/Take the place|Give it up|Add to calendar|number \d/);
  expect(contents()).toBe(before);
});

test("without an offer, no one can take a place", async () => {
  await openFull();
  await registerByForm("Una Waits");
  const path = linkOf("Una Waits");
  for (const fields of [{ intent: "take" }, { intent: "" }, { intent: "x" }])
    expect(visibleText(await pageAfter(await post(path, fields)))).toContain("Nothing was changed.");
  expect(db.value("select placed_at from delegates where id = 2")).toBeNull();
  const unknown = await post(`/registration/${"0".repeat(32)}`, { intent: "take" });
  expect(unknown.status).toBe(303);
});

test("once registration has closed, a page names no position, because no more places are offered", async () => {
  await openOrganised(withPlaces(1, { closes: new Date(Date.now() - HOUR_MS).toISOString().slice(0, 16) }), {
    isNew: true,
  });
  insertWaiting(app.sqlite, "Una Waits");
  const text = await textOf(linkOf("Una Waits"));
  expect(text).toContain("No place became free in time.");
  expect(text).not.toContain("You are number");
});
