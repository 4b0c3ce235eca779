import { expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { registration, registrationForm } from "../support/factories.ts";
import { formWith } from "../support/forms.ts";
import { app, organisedForEach, organiser, pageOf, textAfter, textOf } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

const WALK_IN = "/admin/delegates/walk-in";
const DOOR = "/admin/delegates/door";
organisedForEach({ NOTIFY_EMAIL: "desk@example.com" });

const rows = () =>
  app.sqlite.prepare("select * from delegates order by id").all() as Record<string, unknown>[];
const mails = () => app.sqlite.prepare("select delegate_id, kind from outbox order by id").all();
const NAMELESS = { email: "", jobTitle: "" };
/** Saves corrections in a page's edit dialog. */
async function correct(path: string, changes: Record<string, string>) {
  const { action, fields } = formWith(await pageOf(`${path}?edit`), "Save Registration");
  const answers = { ...registration({ name: "Søren Li", ...NAMELESS }), ...changes };
  return organiser.post(action, { ...Object.fromEntries(fields), ...answers });
}
const add = (changes: Record<string, string> = {}) => organiser.post(WALK_IN, registrationForm(changes));
const typedIn = (page: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1];

test("a walk-in is stored, confirmed and checked in at once, logged without a name, and gets one email", async () => {
  const added = await add({ name: "Søren Li" });
  const [row] = rows();
  expect(rows()).toHaveLength(1);
  expect(row).toMatchObject({
    name: "Søren Li",
    email: "noor@example.com",
    status: "attended",
    status_before: "confirmed",
    registration_type: "pr_pass",
  });
  expect(Number(row?.checked_in_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(added.headers.get("Location")).toBe(`${DOOR}?person=${row?.id}&done=`);
  const screen = await textAfter(added);
  expect(screen).toContain("Søren Li was added and checked in");
  expect(screen).toContain(`Reference ${String(row?.reference).slice(0, 5)}`);
  expect(screen).toContain("1 of 1 checked in");
  const { listHistoryActions } = await import("#app/models/history/history.server.ts");
  const entries = listHistoryActions("delegate", Number(row?.id));
  expect(entries).toMatchObject([{ actor: ORGANISER, action: "walk-in", label: row?.reference }]);
  expect(JSON.stringify(entries)).not.toMatch(/Søren|noor@/);
  // Walk-ins need no ticket or review, and no email to organisers.
  expect(mails()).toEqual([{ delegate_id: row?.id, kind: "confirmed" }]);
  expect(await (await organiser.get(`${DOOR}?q=li+soren`)).text()).toContain("Søren Li</h3>");
});

test("undoing the check-in leaves the walk-in registered and confirmed, and the form says so", async () => {
  expect(await textOf(WALK_IN)).toContain("Undoing the check-in does not cancel the registration.");
  await add();
  const [row] = rows();
  await organiser.post(DOOR, { intent: "undo-check-in", id: String(row?.id) });
  expect(rows()).toMatchObject([{ status: "confirmed", checked_in_at: null }]);
  expect(mails()).toHaveLength(1);
});

test("a second copy of the form adds nobody, and gets the first response", async () => {
  const form = registrationForm();
  const [first, second] = [await organiser.post(WALK_IN, form), await organiser.post(WALK_IN, form)];
  expect(rows()).toHaveLength(1);
  expect(mails()).toHaveLength(1);
  expect(second.status).toBe(303);
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  // If the form is resubmitted with another person's data, the site keeps the data and asks.
  const other = await organiser.post(WALK_IN, { ...form, name: "Ben Ito", email: "ben@example.com" });
  expect(other.status).toBe(409);
  const page = await other.text();
  expect(visibleText(page)).toContain("This form was already used to add someone.");
  expect(typedIn(page, "name")).toBe("Ben Ito");
  await organiser.post(WALK_IN, {
    ...registration({ name: "Ben Ito", email: "ben@example.com" }),
    formId: typedIn(page, "formId") ?? "",
  });
  expect(rows().map(({ name }) => name)).toEqual(["Noor Haddad", "Ben Ito"]);
});

test("the answers are validated like all others, and returned with their errors", async () => {
  const refused = await add({ name: "", registrationType: "", notes: "No nuts" });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain("<title>Error: Add and check in");
  const text = visibleText(page);
  expect(text).toContain("There is a problem Delegate Type: Required Full Name: Required");
  expect(text).toContain("Validation Error Please fill in all required fields.");
  expect(typedIn(page, "email")).toBe("noor@example.com");
  expect(page).toContain("No nuts");
  expect((await add({ registrationType: "" })).status).toBe(422);
  expect((await add({ email: "nobody" })).status).toBe(422);
  expect(rows()).toEqual([]);

  await add({ registrationType: "media_pass", favoredStream: "tech", outlet: "The Harbour Ledger" });
  expect(rows()).toMatchObject([{ favored_stream: "media", outlet: "The Harbour Ledger" }]);
});

test("a name and a pass are enough: without an address no letter is made, and no text mentions one", async () => {
  expect(await textOf(WALK_IN)).toContain("Email Address (optional) Job Title (optional)");
  for (const [name, email, jobTitle] of [
    ["Søren Li", "", ""],
    ["Ada Whitfield", " \u200b", "\u00a0"],
  ] as const) {
    const screen = await textAfter(await add({ name, email, jobTitle }));
    expect(screen).toContain(`${name} was added and checked in`);
    expect(screen).not.toMatch(/an email|sent/i);
  }
  expect(rows()).toMatchObject([
    { name: "Søren Li", email: "", job_title: "", status: "attended" },
    { name: "Ada Whitfield", email: "", job_title: "", status: "attended" },
  ]);
  expect(mails()).toEqual([]);
  // Two delegates without an email address are not duplicates.
  expect(await textOf("/admin/delegates")).not.toContain("Possible duplicate");
  // If an email address is given, it is validated.
  expect((await add({ name: "Ben Ito", email: "ben" })).status).toBe(422);
});

test("a delegate without address and job title has a page, a dialog and a row like the others", async () => {
  await add({ name: "Søren Li", ...NAMELESS });
  const [row] = rows();
  const path = `/admin/delegates/${row?.id}`;
  const listed = await (await organiser.get("/api/admin/delegates")).json();
  expect(listed).toMatchObject([{ name: "Søren Li", email: null, jobTitle: null }]);
  expect(await pageOf(path)).not.toContain("mailto:");
  expect(await textOf(`${path}?delete`)).toContain("everything stored about Søren Li?");
  expect(await pageOf("/admin/delegates.csv")).toContain(`${row?.reference},PR Pass,attended,Søren Li,,`);
  for (const printed of ["badges", "door-list", "door?q=soren"])
    expect(await pageOf(`/admin/delegates/${printed}`)).toContain("Søren");
  const own = await (await app.fetch(`/registration/${row?.link_token}`)).text();
  expect(visibleText(own)).toContain("You have checked in");
  expect(visibleText(own)).not.toMatch(/Email Address|Job Title|Is this your email address/);

  const dialog = await textOf(`${path}?edit`);
  expect(dialog).toContain("If you enter an email address, they get an email with the changes.");
  expect(dialog).toContain("Email Address (optional)");
  const unsaid = await textAfter(await correct(path, { notes: "Vegan" }));
  expect(unsaid).toContain("Registration updated.");
  expect(unsaid).not.toContain("will be told of the changes");
  expect(mails()).toEqual([]);
  expect(await textAfter(await correct(path, { email: "soren@example.com", jobTitle: "Editor" }))).toContain(
    "Registration updated. Søren Li will be told of the changes by email.",
  );
  expect(mails()).toEqual([{ delegate_id: row?.id, kind: "changed" }]);
  const asked = await correct(path, {});
  expect(asked.status).toBe(422);
  expect(visibleText(await asked.text())).toContain("Email Address: Required Job Title: Required");
});

test("before a message is sent its page shows how many have no address", async () => {
  await add({ name: "Søren Li", ...NAMELESS });
  await add();
  await add({ name: "Ada Whitfield", ...NAMELESS });
  const begun = await organiser.post("/admin/messages", { scope: "all" });
  expect(await textOf(begun.headers.get("Location") ?? "")).toMatch(
    /This person: .+\. 2 without an email address will not get the message\./,
  );
});

test("a match by name or address is offered for check-in, and a duplicate is added only after it was shown", async () => {
  const addDelegate = (name: string, email: string, status = "confirmed") =>
    insertDelegate(app.sqlite, { name, email, status });
  const byName = addDelegate("Noor  HADDAD", "other@example.com");
  const byEmail = addDelegate("Ben Ito", "NOOR@example.com", "pending");
  addDelegate("Noor Haddad-Smith", "smith@example.com");
  const form = registrationForm({ name: "Haddad Noor" });
  const asked = await organiser.post(WALK_IN, form);
  expect(asked.status).toBe(409);
  const page = await asked.text();
  expect(visibleText(page)).toContain("Someone with this name or email address is already registered.");
  expect([...page.matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name)).toEqual([
    "Noor  HADDAD",
    "Ben Ito",
  ]);
  // The forms of the matches lead to the door, which does not show email addresses.
  expect(page).toMatch(new RegExp(`<form[^>]*action="${DOOR}"`));
  expect(page).not.toContain("other@example.com");
  expect(rows()).toHaveLength(3);
  expect(mails()).toEqual([]);

  // Another delegate with this name registers meanwhile, so the page asks again.
  const seen = typedIn(page, "seen") ?? "";
  expect(seen).toBe(`${byName}:confirmed,${byEmail}:pending`);
  addDelegate("Noor Haddad", "third@example.com");
  const again = await organiser.post(WALK_IN, { ...form, seen });
  expect(again.status).toBe(409);
  const added = await organiser.post(WALK_IN, { ...form, seen: typedIn(await again.text(), "seen") ?? "" });
  expect(added.status).toBe(303);
  expect(rows()).toHaveLength(5);
});

test("of two organisers who add the same person at once, the second is told of the first", async () => {
  const answers = await Promise.all([add(), add()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(rows()).toHaveLength(1);
});

test("the form contains the door's search text: a name, or an address", async () => {
  expect(await pageOf(`${DOOR}?q=${encodeURIComponent("Søren Li")}`)).toContain(
    `href="${WALK_IN}?q=S%C3%B8ren+Li"`,
  );
  for (const [query, name, email] of [
    ["Søren Li", "Søren Li", ""],
    ["soren@example.com", "", "soren@example.com"],
    ["AB12CD34EF", "", ""],
  ] as const) {
    const form = await pageOf(`${WALK_IN}?q=${encodeURIComponent(query)}`);
    expect([typedIn(form, "name") ?? "", typedIn(form, "email") ?? ""]).toEqual([name, email]);
  }
});
