import { beforeEach, expect, test } from "vitest";
import { type App, logged, openApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { answersIn, formWith } from "../support/forms.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let id: number;
beforeEach(async () => {
  app = await openApp({ ADMIN_EMAILS: `${ORGANISER},bo@example.com`, UNDO_SECONDS: "30" });
  organiser = await organiserOf(app);
  id = insertDelegate(app.sqlite, { name: "Noor Hadad", favored_stream: "b2b", notes: "Vegetarian" });
});

const DESK = "?q=noor&status=pending";
const page = (query = "") => `/admin/delegates/${id}${query}`;
const row = () =>
  app.sqlite.prepare("select * from delegates where id = ?").get(id) as Record<string, string | null>;

const ANSWERS = {
  registrationType: "pr_pass",
  name: "Noor Haddad",
  email: "noor@example.com",
  phone: "",
  jobTitle: "Communications lead",
  favoredStream: "b2b",
  outlet: "",
  workUrl: "",
  notes: "Vegetarian",
};

const htmlOf = async (answer: Response | Promise<Response>) => (await answer).text();
const textAfter = async (answer: Response) => visibleText(await htmlOf(organiser.follow(answer)));

/** Opens the edit dialog. Returns a function that submits the dialog's form with changes. */
async function opened(query: string, who = organiser) {
  const { action, fields } = formWith(await htmlOf(who.get(page(query))), "Save Registration");
  return (changes: Record<string, string> = {}) =>
    who.post(action, { ...Object.fromEntries(fields), ...ANSWERS, ...changes });
}
const correct = async (changes: Record<string, string> = {}, who = organiser) =>
  (await opened(`${DESK}&edit=`, who))(changes);

/** Submits the transfer form with these answers twice, as a double click does. */
async function transfer(answers: Record<string, string>) {
  const { action, fields } = answersIn(
    await htmlOf(organiser.get(page("?transfer="))),
    "Transfer Registration",
  );
  await organiser.post(action, { ...fields, ...answers });
  return organiser.post(action, { ...fields, ...answers });
}

test("the dialog has every answer, and its save returns to its page and desk", async () => {
  const html = await htmlOf(organiser.get(page(`${DESK}&edit=`)));
  expect(html).toContain('value="Noor Hadad"');
  expect(html).toContain(">Vegetarian</textarea>");
  const answer = await correct();
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(page(DESK));
  const after = await htmlOf(organiser.follow(answer));
  const text = visibleText(after);
  expect(text).toContain("Registration updated. Noor Haddad will be told of the changes by email.");
  expect(text).toContain("Changed full name, by ana@example.com");
  expect(text).toContain("Full Name: Noor Hadad");
  expect(after).toContain("q=noor&amp;status=pending");
  expect(row()).toMatchObject({ name: "Noor Haddad", notes: "Vegetarian", favored_stream: "b2b" });
});

test("errors are shown in the open dialog, with all input", async () => {
  const answer = await correct({ email: "nobody", notes: "Vegan", name: "Bo Li" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("<title>Error: ");
  expect(html).toContain('href="#email"');
  expect(html).toContain(">Vegan</textarea>");
  expect(row()).toMatchObject({ email: "noor@example.com", notes: "Vegetarian" });
});

test("a second save over another's is refused, both are shown, and saving again replaces it", async () => {
  const save = await opened("?edit=");
  await correct({ jobTitle: "Editor" }, await organiserOf(app, "bo@example.com"));
  const refused = await save({ jobTitle: "Publisher" });
  expect(refused.status).toBe(409);
  const shown = await refused.text();
  expect(visibleText(shown)).toContain("Saved version");
  expect(visibleText(shown)).toContain("Job Title: Editor");
  expect(shown).toContain('value="Publisher"');
  expect(row()).toMatchObject({ job_title: "Editor" });
  const { fields } = formWith(shown, "Save Registration");
  expect((await save({ jobTitle: "Publisher", ...Object.fromEntries(fields) })).status).toBe(303);
  expect(row()).toMatchObject({ job_title: "Publisher" });
});

test("an email that another delegate has is no error, and is shown on the page with a link to both", async () => {
  insertDelegate(app.sqlite, { name: "Noor Aziz", email: "desk@example.com" });
  const after = await htmlOf(organiser.follow(await correct({ email: "desk@example.com" })));
  expect(visibleText(after)).toContain("Registration updated.");
  expect(visibleText(after)).toContain("Possible duplicate");
  const [, both = ""] = /href="([^"]*)"[^>]*>Show all with this <!-- -->email</.exec(after) ?? [];
  const list = visibleText(await htmlOf(organiser.get(both.replaceAll("&amp;", "&"))));
  for (const name of ["Noor Haddad", "Noor Aziz"]) expect(list).toContain(`Select ${name}`);
});

test("a transfer registers another person and cancels the first; Undo reverses that", async () => {
  const { link_token: before } = row();
  const answer = await transfer({ name: "Bo Li", email: "bo.li@example.com" });
  const after = await htmlOf(organiser.follow(answer));
  const said = "Bo Li is registered instead of Noor Hadad, whose registration is cancelled.";
  expect(visibleText(after)).toContain(said);
  const now = app.sqlite.prepare("select link_token from delegates where id <> ?").pluck().get(id);
  const ownPage = async (link: unknown) => visibleText(await htmlOf(app.fetch(`/registration/${link}`)));
  expect(await ownPage(before)).toContain("cancelled");
  expect(await ownPage(now)).toContain("Bo Li");
  expect(await ownPage(now)).not.toContain("Vegetarian");

  const ownScreen = await htmlOf(organiser.get(answer.headers.get("Location") ?? ""));
  const { action, fields } = formWith(ownScreen, "Undo");
  const undo = { ...Object.fromEntries(fields), intent: "undo" };
  const shown = await textAfter(await organiser.post(action, undo));
  expect(shown).toContain("The registration is as it was before. No email was sent.");
  expect(shown).toContain("Communications lead noor@example.com Status Pending");
  expect(await ownPage(before)).not.toContain("cancelled");
  expect((await app.fetch(`/registration/${now}`)).status).toBe(404);
  expect(await textAfter(await organiser.post(action, undo))).toContain("as it was before");
  const late = { changeset: fields.get("changeset") ?? "", intent: "undo" };
  expect(await textAfter(await organiser.post(action, late))).toContain("This can no longer be undone");
});

test("the transfer form begins with pass, track, company and outlet, whatever field is added later", async () => {
  const columns = app.sqlite.pragma("table_info(delegates)") as { name: string }[];
  for (const { name } of columns)
    if (row()[name] === null && !/_id$|_at$|status/.test(name))
      app.sqlite
        .prepare(`update delegates set ${name} = ? where id = ?`)
        .run(name === "answers" ? '{"diet":"own"}' : `own ${name}`, id);
  const { fields } = answersIn(await htmlOf(organiser.get(page("?transfer="))), "Transfer Registration");
  const hidden = ["formId", "seen", "delegate", "return"];
  const filled = Object.entries(fields).filter(([name, value]) => value !== "" && !hidden.includes(name));
  expect(Object.fromEntries(filled)).toEqual({
    registrationType: "pr_pass",
    favoredStream: "b2b",
    company: "own company",
    outlet: "own outlet",
  });
});

test("a transfer needs a name, keeps what was typed, and is refused once the place is gone", async () => {
  const refused = await transfer({ name: "", notes: "Vegan" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(">Vegan</textarea>");
  app.sqlite.prepare("update delegates set status = 'attended' where id = ?").run(id);
  const late = await transfer({ name: "Bo Li" });
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(visibleText(html)).toContain("Only a pending or confirmed registration can be transferred.");
  expect(html).toContain('value="Bo Li"');
  expect(await htmlOf(organiser.get(page()))).not.toContain("Transfer registration");
  expect(app.sqlite.prepare("select count(*) from delegates").pluck().get()).toBe(1);
});

test("a delegate erased while being edited is not restored, and the input is shown", async () => {
  const save = await opened("?edit=");
  app.sqlite.prepare("delete from delegates where id = ?").run(id);
  const answer = await save({ notes: "Vegan\nfrom now on", phone: "0400 555 010" });
  expect(answer.status).toBe(409);
  const text = visibleText(await answer.text());
  expect(text).toContain("This delegate has since been deleted.");
  expect(text).toContain("What you entered Delegate Type: PR Pass Full Name: Noor Haddad");
  expect(text).toContain("Phone Number: 0400 555 010");
  expect(text).toContain("Additional Information: Vegan from now on");
  expect(app.sqlite.prepare("select count(*) from delegates").pluck().get()).toBe(0);
});

test("a save whose login has ended keeps the input, and the dialog restores it after the login", async () => {
  const save = await opened("?edit=");
  app.sqlite.exec("delete from login_sessions");
  expect((await save({ jobTitle: "Editor" })).status).toBe(401);
  const draft = app.sqlite.prepare("select id from drafts").pluck().get();
  const again = await organiserOf(app);
  expect(await htmlOf(again.get(page(`?edit=&draft=${draft}`)))).toContain('value="Editor"');
});

test("only the address of a correction is logged", async () => {
  logged.length = 0;
  await correct({ email: "secret.address@example.com", name: "Secret Name" });
  expect(logged.join("")).not.toMatch(/secret/i);
});
