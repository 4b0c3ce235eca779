// Helpers (DOOR_EMAILS) have access only to the door.
import { expect, test, vi } from "vitest";
import { type App, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { conferenceAt, conferenceIn } from "../support/conference-day.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import { missing } from "../support/organised.ts";
import { logIn, ORGANISER, organiserOf } from "../support/organiser.ts";

const HELPER = "hans@example.com";
const DOOR = "/admin/delegates/door";
const LISTS = { ADMIN_EMAILS: ORGANISER, DOOR_EMAILS: `${HELPER}, *@helpers.example.org` };

/** Opens a site a month before its conference, with a confirmed delegate and a helper. */
async function openDoor(settings: Record<string, string> = {}) {
  const app = await openSampleApp({ ...LISTS, ...conferenceIn(30), ...settings });
  const person = { name: "Søren Li", email: "quill@mailbox.example", outlet: "The Ledger" };
  const pass = { registration_type: "media_pass", status: "confirmed" };
  const id = insertDelegate(app.sqlite, { ...person, ...pass });
  return { app, id, helper: await organiserOf(app, HELPER) };
}

const statusOf = (app: App, id: number) =>
  app.sqlite.prepare("select status from delegates where id = ?").pluck().get(id);

test("a helper finds a delegate, checks them in and undoes it, and the log names the helper", async () => {
  const { app, id, helper } = await openDoor();
  const page = visibleText(await (await helper.get(`${DOOR}?q=li+s`)).text());
  expect(missing(page, ["One person found", "Søren Li"])).toEqual([]);

  const checkedIn = await helper.follow(await helper.post(DOOR, { intent: "check-in", id: String(id) }));
  expect(visibleText(await checkedIn.text())).toContain("Søren Li is checked in");
  expect(statusOf(app, id)).toBe("attended");
  await helper.post(DOOR, { intent: "undo-check-in", id: String(id) });
  expect(statusOf(app, id)).toBe("confirmed");
  const log = app.sqlite.prepare(`select actor, action from ${HISTORY} where subject = 'delegate'`).all();
  expect(log).toEqual([
    { actor: HELPER, action: "check-in" },
    { actor: HELPER, action: "undo check-in" },
  ]);
});

test("a helper cannot open an organiser's saved form, and an organiser cannot open a colleague's", async () => {
  const { app, helper } = await openDoor({ ADMIN_EMAILS: `${ORGANISER}, ben@example.com` });
  const organiser = await organiserOf(app);
  const colleague = await organiserOf(app, "ben@example.com");
  const fields = JSON.stringify({ name: "Ada Secret", registrationType: "pr_pass" });
  app.sqlite
    .prepare("insert into drafts (id, user_id, fields) select 'd1', id, ? from users where email = ?")
    .run(fields, ORGANISER);
  const page = async (client: typeof helper) =>
    (await client.get(`/admin/delegates/walk-in?draft=d1`)).text();
  expect(await page(organiser)).toContain("Ada Secret");
  for (const other of [helper, colleague]) expect(await page(other)).not.toContain("Ada Secret");
});

test("a helper sees no email address, and cannot search by one", async () => {
  const { id, helper } = await openDoor();
  const shown = ["?q=li", `?person=${id}`, "-list"].map((view) => DOOR + view);
  for (const path of [DOOR, ...shown]) {
    for (const address of [path, path.replace(/(\?|$)/, ".data$1")]) {
      const text = await (await helper.get(address)).text();
      expect(text, address).not.toMatch(/quill|mailbox\.example/);
      if (path !== DOOR) expect(text, address).toContain("Søren");
    }
  }
  for (const query of ["quill", "quill@mailbox.example", "quill@", "q"]) {
    const text = visibleText(await (await helper.get(`${DOOR}?q=${encodeURIComponent(query)}`)).text());
    const words = ["No one found", "Try part of the name, or the reference from the confirmation."];
    expect(missing(text, words)).toEqual([]);
  }
  // No filter of the door list tells them whose address it is.
  const filtered = await (await helper.get("/admin/delegates/door-list?q=nobody@mailbox.example")).text();
  expect(filtered).toContain("Søren");
  const organiser = await organiserOf((await openDoor()).app);
  expect(visibleText(await (await organiser.get(`${DOOR}?q=quill`)).text())).toContain("One person found");
});

test("a helper's door links to nothing that is closed to them, and to Logout", async () => {
  const { helper } = await openDoor();
  for (const path of [DOOR, "/admin/delegates/door-list"]) {
    const page = await (await helper.get(path)).text();
    const links = [...page.matchAll(/href="(\/(?:admin|api)[^"?]*)/g)].map(([, to]) => to);
    const screens = path === DOOR ? ["/admin/delegates/door-list", "/admin/delegates/walk-in"] : [DOOR];
    expect(new Set(links)).toEqual(new Set(["/api/logout", ...screens]));
  }
});

test("the panel's entrance leads a helper to the door, and any other screen links there", async () => {
  const { helper } = await openDoor();
  const entrance = await helper.get("/admin");
  expect([entrance.status, entrance.headers.get("Location")]).toEqual([303, DOOR]);
  const closed = ["/admin/delegates", "/admin/delegates.csv", "/admin/delegates/badges", "/admin/nowhere"];
  for (const path of closed) {
    const response = await helper.get(path);
    expect(response.status, path).toBe(403);
    const page = await response.text();
    expect(visibleText(page)).toContain("This page is for organisers");
    expect(page).toContain(`href="${DOOR}"`);
    expect(page).not.toContain("Søren");
  }
  const home = await (await helper.get("/")).text();
  expect(home).toContain('href="/admin"');
});

test("the calls tell a helper who they are, and nothing else", async () => {
  const { helper } = await openDoor();
  expect(await (await helper.get("/api/auth/user")).json()).toMatchObject({ email: HELPER });
  for (const path of ["/api/admin/delegates", "/api/admin/speakers/1", "/api/admin/nowhere"]) {
    const response = await helper.get(path);
    const message = "This screen is for organisers. Helpers can only use the check-in screen.";
    expect([response.status, await response.json()], path).toEqual([403, { message }]);
  }
  const upload = await helper.json("POST", "/api/objects/upload");
  expect(upload.status).toBe(403);
});

test("the lists are read at every request: on both is an organiser, on none is refused", async () => {
  const { app } = await openDoor({ ADMIN_EMAILS: `${ORGANISER}, ${HELPER}` });
  const both = await organiserOf(app, HELPER);
  expect((await both.get("/admin/delegates")).status).toBe(200);
  expect(visibleText(await (await both.get(`${DOOR}?q=quill`)).text())).toContain("One person found");

  const { closeDatabase } = await import("#app/db/connection.server.ts");
  await closeDatabase();
  const others = { ADMIN_EMAILS: ORGANISER, DOOR_EMAILS: "*@helpers.example.org", ...conferenceIn(30) };
  const reopened = await openApp(others, app.dataDir);
  expect((await reopened.fetch(DOOR, { headers: { Cookie: both.cookie } })).status).toBe(401);
  const Cookie = await logIn("ida@helpers.example.org");
  expect((await reopened.fetch(DOOR, { headers: { Cookie } })).status).toBe(200);
  expect((await reopened.fetch("/admin/delegates", { headers: { Cookie } })).status).toBe(403);
});

test("a helper's login is over when the day is over, at midnight in the conference's zone", async () => {
  const app = await openSampleApp({ ...LISTS, ...conferenceAt("2027-05-20T09:00", "2027-05-20T17:00") });
  // This is midnight in Bergen, which is UTC+2 in May.
  const midnight = Date.parse("2027-05-20T22:00:00Z");
  vi.useFakeTimers({ now: midnight - 60_000, toFake: ["Date"] });
  const Cookie = await logIn(HELPER);
  const ask = async (path: string) => (await app.fetch(path, { headers: { Cookie } })).status;
  expect(await ask(DOOR)).toBe(200);
  vi.setSystemTime(midnight - 1_000);
  expect(await ask(DOOR)).toBe(200);
  vi.setSystemTime(midnight);
  expect(await ask(DOOR)).toBe(401);
  expect(await ask("/api/auth/user")).toBe(401);
  expect(await (await app.fetch("/", { headers: { Cookie } })).text()).not.toContain('href="/admin"');
  const organiser = await organiserOf(app);
  expect((await organiser.get(DOOR)).status).toBe(200);
});

test("helpers' data is deleted when the day is over, like that of former organisers", async () => {
  const { app } = await openDoor();
  const { removeFormerUsers } = await import("#app/models/login/user.server.ts");
  const { hasRole } = await import("#app/auth/roles.server.ts");
  expect(await removeFormerUsers(hasRole)).toBe(0);
  vi.useFakeTimers({ now: Date.now() + 40 * 86_400_000, toFake: ["Date"] });
  await logIn();
  expect(await removeFormerUsers(hasRole)).toBe(1);
  expect(app.sqlite.prepare("select email from users").pluck().all()).toEqual([ORGANISER]);
});

test("a helper adds a walk-in, and does not learn who has an address", async () => {
  const { app, helper } = await openDoor();
  const person = { name: "Wim Walker", email: "quill@mailbox.example", jobTitle: "Editor" };
  const walkIn = { ...person, registrationType: "pr_pass" };
  const added = await helper.follow(await helper.post("/admin/delegates/walk-in", walkIn));
  expect(visibleText(await added.text())).toContain("Wim Walker was added and checked in");
  const status = app.sqlite.prepare("select status from delegates where name = 'Wim Walker'").pluck();
  expect(status.get()).toBe("attended");
  // A name matches in either order, as at the door.
  const known = await helper.post("/admin/delegates/walk-in", { ...walkIn, name: "Li Søren" });
  expect(known.status).toBe(409);
  expect(visibleText(await known.text())).not.toMatch(/mailbox\.example(?!")/);
});
