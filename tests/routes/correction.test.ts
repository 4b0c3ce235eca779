// Correcting a registration on the delegate's page, and passing it on, as forms without script send it.
import { beforeEach, expect, test } from "vitest";
import { type App, logged, openApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { formWith } from "../support/forms.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
let id: number;
beforeEach(async () => {
  app = await openApp({ ADMIN_EMAILS: `${ORGANISER},bo@example.com` });
  organiser = await organiserOf(app);
  id = insertDelegate(app.sqlite, { name: "Noor Hadad", favored_stream: "b2b", notes: "Vegetarian" });
});

const DESK = "?q=noor&status=pending";
const page = (query = "") => `/admin/delegates/${id}${query}`;
const row = () =>
  app.sqlite.prepare("select * from delegates where id = ?").get(id) as Record<string, string | null>;

const ANSWERS = {
  holder: "same",
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

/** Opens the dialog, and sends its form with these answers. */
async function correct(changes: Record<string, string> = {}, who = organiser) {
  const html = await (await who.get(page(`${DESK}&edit=`))).text();
  const { action, fields } = formWith(html, "Save Registration");
  return who.post(action, { ...Object.fromEntries(fields), ...ANSWERS, ...changes });
}

test("the dialog has every answer, and its save leads back to the page and the desk that it came from", async () => {
  const html = await (await organiser.get(page(`${DESK}&edit=`))).text();
  expect(html).toContain('value="Noor Hadad"');
  expect(html).toContain(">Vegetarian</textarea>");
  const answer = await correct();
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe(page(DESK));
  const after = await (await organiser.follow(answer)).text();
  const text = visibleText(after);
  expect(text).toContain("Registration updated. An email tells Noor Haddad what was changed.");
  expect(text).toContain("Changed full name, by ana@example.com");
  expect(text).toContain("Full Name: Noor Hadad");
  expect(after).toContain("q=noor&amp;status=pending");
  expect(row()).toMatchObject({ name: "Noor Haddad", notes: "Vegetarian", favored_stream: "b2b" });
});

test("a search that finds no one any more, since the name is another one, is for that name on the way back", async () => {
  const back = async (query: string) => {
    const [, address] =
      /href="(\/admin\/delegates\?[^"]*)"/.exec(await (await organiser.get(page(query))).text()) ?? [];
    return address?.replaceAll("&amp;", "&");
  };
  const row = `#delegate-${id}-name`;
  expect(await back(DESK)).toBe(`/admin/delegates${DESK}${row}`);
  await correct({ holder: "other", name: "Jill Poe", email: "jill@example.com" });
  expect(await back(`${DESK}&sort=name`)).toBe(`/admin/delegates?q=Jill+Poe&sort=name${row}`);
  // As long as it finds others, they are what was looked for.
  insertDelegate(app.sqlite, { name: "Noor Aziz" });
  expect(await back(DESK)).toBe(`/admin/delegates${DESK}${row}`);
});

test("what is wrong comes back in the open dialog, with everything that was typed", async () => {
  const answer = await correct({ holder: "other", email: "nobody", notes: "Vegan", name: "Bo Li" });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("<title>Error: ");
  expect(html).toContain('href="#email"');
  expect(html).toContain(">Vegan</textarea>");
  expect(html).toMatch(
    /<input[^>]*name="holder"[^>]*checked=""[^>]*value="other"|value="other"[^>]*checked=""/,
  );
  expect(row()).toMatchObject({ email: "noor@example.com", notes: "Vegetarian" });
});

test("a second save over somebody else's is refused, both are shown, and saving again replaces it knowingly", async () => {
  const html = await (await organiser.get(page("?edit="))).text();
  const { action, fields } = formWith(html, "Save Registration");
  const other = await organiserOf(app, "bo@example.com");
  await correct({ jobTitle: "Editor" }, other);
  const answers = { ...Object.fromEntries(fields), ...ANSWERS, jobTitle: "Publisher" };
  const refused = await organiser.post(action, answers);
  expect(refused.status).toBe(409);
  const shown = await refused.text();
  expect(visibleText(shown)).toContain("The version that is saved now");
  expect(visibleText(shown)).toContain("Job Title: Editor");
  expect(shown).toContain('value="Publisher"');
  expect(row()).toMatchObject({ job_title: "Editor" });
  const again = formWith(shown, "Save Registration");
  const saved = await organiser.post(again.action, { ...answers, ...Object.fromEntries(again.fields) });
  expect(saved.status).toBe(303);
  expect(row()).toMatchObject({ job_title: "Publisher" });
});

test("passed on, the old private link leads to nothing and the new one to the newcomer; Undo turns that back", async () => {
  const { link_token: before } = row();
  const answer = await correct({ holder: "other", name: "Bo Li", email: "bo.li@example.com" });
  const after = await (await organiser.follow(answer)).text();
  expect(visibleText(after)).toContain("The registration is in the name of Bo Li now.");
  const { link_token: now } = row();
  expect((await app.fetch(`/registration/${before}`)).status).toBe(404);
  const theirs = await app.fetch(`/registration/${now}`);
  const text = visibleText(await theirs.text());
  expect(text).toContain("Bo Li");
  expect(text).not.toContain("Vegetarian");

  const { action, fields } = formWith(after, "Undo");
  const undone = await organiser.post(action, { ...Object.fromEntries(fields), intent: "undo" });
  const shown = visibleText(await (await organiser.follow(undone)).text());
  expect(shown).toContain("The registration is as it was before.");
  expect(shown).toContain("Undid the last correction, by ana@example.com");
  expect((await app.fetch(`/registration/${before}`)).status).toBe(200);
  expect((await app.fetch(`/registration/${now}`)).status).toBe(404);
  const copy = await organiser.post(action, { ...Object.fromEntries(fields), intent: "undo" });
  expect(visibleText(await (await organiser.follow(copy)).text())).toContain("as it was before");
  const late = await organiser.post(action, { correction: fields.get("correction") ?? "", intent: "undo" });
  expect(visibleText(await (await organiser.follow(late)).text())).toContain("This can no longer be undone");
});

test("somebody else has another name: the same one is refused at its field", async () => {
  const answer = await correct({ holder: "other", name: "noor hadad " });
  expect(answer.status).toBe(422);
  expect(visibleText(await answer.text())).toContain(
    "Full Name: This is the name that the registration is in already. Enter who comes instead.",
  );
});

test("whoever was erased while being edited is not brought back, and what was typed is shown", async () => {
  const html = await (await organiser.get(page("?edit="))).text();
  const { action, fields } = formWith(html, "Save Registration");
  app.sqlite.prepare("delete from delegates where id = ?").run(id);
  const typed = { ...ANSWERS, notes: "Vegan\nfrom now on", phone: "0400 555 010" };
  const answer = await organiser.post(action, { ...Object.fromEntries(fields), ...typed });
  expect(answer.status).toBe(409);
  const text = visibleText(await answer.text());
  expect(text).toContain("This delegate has been deleted in the meantime.");
  expect(text).toContain("What you entered Delegate Type: PR Pass Full Name: Noor Haddad");
  expect(text).toContain("Phone Number: 0400 555 010");
  expect(text).toContain("Additional Information: Vegan from now on");
  expect(app.sqlite.prepare("select count(*) from delegates").pluck().get()).toBe(0);
});

test("a save whose login has ended keeps what was typed, and the dialog has it again after it", async () => {
  const html = await (await organiser.get(page("?edit="))).text();
  const { action, fields } = formWith(html, "Save Registration");
  app.sqlite.exec("delete from login_sessions");
  const refused = await organiser.post(action, {
    ...Object.fromEntries(fields),
    ...ANSWERS,
    jobTitle: "Editor",
  });
  expect(refused.status).toBe(401);
  const draft = app.sqlite.prepare("select id from drafts").pluck().get() as string | undefined;
  if (draft === undefined) return;
  const again = await organiserOf(app);
  const shown = await (await again.get(page(`?edit=&draft=${draft}`))).text();
  expect(shown).toContain('value="Editor"');
});

test("nothing of a correction is logged but its address", async () => {
  logged.length = 0;
  await correct({ email: "secret.address@example.com", name: "Secret Name" });
  expect(logged.join("")).not.toMatch(/secret/i);
});
