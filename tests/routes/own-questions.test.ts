// The organisers' own questions: from the form to the desk, the lists, the numbers and the API.
import { beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { formPost, jsonPost, openApp, openSampleApp, visibleText } from "../support/app.ts";
import { aFormId } from "../support/form-id.ts";
import { answersIn, formWith } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser, pageOf, textOf } from "../support/organised.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { guest } from "../support/places.ts";
import { ANSWERS, ASKING, ASKING_LESS, fieldsWith, guestWith, SECRETS } from "../support/questions.ts";

const READ = createToken("reader", "read");
const PUBLIC = createToken("screen", "public");
const SETTINGS = { API_TOKENS: `${READ?.entry},${PUBLIC?.entry}`, SMTP_URL: "smtp://127.0.0.1:9" };
beforeEach(() => openOrganised({ ...ASKING(), ...SETTINGS }));

const send = (fields: Record<string, string>) =>
  app.fetch("/register?send", formPost({ formId: aFormId(), ...fields }));
const call = (body: object) => app.fetch("/api/registrations", jsonPost(body));
async function register(name = "Ida Grey", answers: Record<string, string> = ANSWERS): Promise<number> {
  expect((await call(guestWith(name, answers))).status).toBe(201);
  return Number(db.value("select max(id) from delegates"));
}
const stored = (id = 1) => JSON.parse(String(db.value("select answers from delegates where id = ?", id)));
const jsonOf = async (path: string, token?: string) =>
  (await app.fetch(path, { headers: { Authorization: `Bearer ${token}` } })).json();
const link = (id = 1) => `/registration/${db.value("select link_token from delegates where id = ?", id)}`;
const seen = async (path: string) => visibleText(await (await app.fetch(path)).text());
const csv = async () => (await (await organiser.get("/admin/delegates.csv")).text()).replace("\uFEFF", "");

test("the form asks the questions without script, those of a pass only for that pass", async () => {
  const html = await (await app.fetch("/register")).text();
  const text = visibleText(html);
  expect(text).toContain("Which lunch would you like? Choose an answer Fish Beans");
  expect(text).toContain("Hotel (optional)");
  expect(html).toMatch(/<input id="answers\.dinner" type="checkbox" name="answers\.dinner" value="yes"\/>/);
  expect(html).toMatch(/<div class="field" data-passes="1"><label for="answers\.beat">Your beat/);
  expect((await send(fieldsWith("Ida Grey"))).status).toBe(303);
  expect(stored()).toEqual(ANSWERS);
});

test("a missing answer is “Required” beside all other problems, only for a pass that is asked, and all that was typed stays", async () => {
  const { "answers.meal": _, ...others } = fieldsWith("Ida Grey");
  const refused = await send({ ...others, email: "ida" });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(visibleText(html)).toContain("Which lunch would you like?: Required");
  expect(visibleText(html)).toContain("Email Address: Enter an email address");
  expect(visibleText(html)).not.toContain("Your beat: Required");
  expect(html).toContain('href="#answers.meal"');
  expect(html).toContain(">No walnuts\nat all</textarea>");
  expect(html).toMatch(
    /name="answers\.dinner" checked="" value="yes"|name="answers\.dinner" value="yes" checked=""/,
  );
  const press = await send({ ...fieldsWith("Ida Grey"), registrationType: "press" });
  expect(visibleText(await press.text())).toContain("Your beat: Required");
  expect(db.count("delegates")).toBe(0);
  const { answers: _answers, ...without } = guestWith("Ida Grey");
  const called = await call(without);
  expect(called.status).toBe(422);
  expect(await called.json()).toMatchObject({ errors: { "answers.meal": ["Required"] } });
  const unknown = await call(guestWith("Ida Grey", { meal: "Steak" }));
  expect((await unknown.json()).errors).toEqual({
    "answers.meal": ["Expected 'Fish' | 'Beans', received 'Steak'"],
  });
});

test("an answer to a question that the pass is not asked is not stored", async () => {
  const id = await register("Ida Grey", { meal: "Fish", beat: "Courts" });
  expect(stored(id)).toEqual({ meal: "Fish" });
});

test("a form sent twice registers once, and with another answer it is another person’s", async () => {
  const form = { formId: aFormId(), ...fieldsWith("Ida Grey") };
  for (const status of [303, 303]) expect((await send(form)).status).toBe(status);
  expect((await send({ ...form, "answers.meal": "Fish" })).status).toBe(409);
  expect(db.count("delegates")).toBe(1);
});

test("the private page and the person page have the answers, and no door, badge or printed list has", async () => {
  const id = await register();
  app.sqlite.prepare("update delegates set status = 'confirmed'").run();
  for (const page of [await seen(link()), await textOf(`/admin/delegates/${id}`)]) {
    expect(page).toContain("Which lunch would you like? Beans");
    expect(page).toContain("Diet or allergies No walnuts");
    expect(page).toContain("I’ll come to the dinner yes");
  }
  const atDoor = [
    "/admin/delegates/door?q=ida",
    "/admin/delegates/badges",
    "/admin/delegates/door-list",
    "/admin/messages",
  ];
  for (const path of atDoor) {
    const html = await pageOf(path);
    expect(html, path).not.toContain("walnuts");
    // The script data has the choices of all questions.
    for (const secret of SECRETS) expect(visibleText(html), path).not.toContain(secret);
  }
});

/** Opens a dialog of the person page. Returns its form as it is shown, with ticks and long texts. */
async function opened(id: number, query: string, who = organiser) {
  const html = await (await who.get(`/admin/delegates/${id}?${query}=`)).text();
  const { action, fields } = answersIn(html, 'name="answers.meal"');
  const texts = [...html.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(([, name, text]) => [
    name,
    text,
  ]);
  const ticks = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([tag]) =>
    tag.includes("checked") ? [[/ name="([^"]*)"/.exec(tag)?.[1], "yes"]] : [],
  );
  return {
    action,
    fields: { ...fields, ...Object.fromEntries([...texts, ...ticks]) } as Record<string, string>,
  };
}
const corrections = () => db.values("select kind from outbox where kind = 'changed'");

test("saving the edit form unchanged is no change and sends nothing, and one answer is a change by its label", async () => {
  const id = await register();
  const { action, fields } = await opened(id, "edit");
  expect(fields).toMatchObject(fieldsWith("Ida Grey"));
  const before = db.rows("select * from delegates");
  await organiser.post(action, fields);
  expect(db.rows("select * from delegates")).toEqual(before);
  expect(corrections()).toEqual([]);
  await organiser.post(action, { ...fields, formId: aFormId(), "answers.meal": "Fish", "answers.hotel": "" });
  const { hotel: _, ...others } = ANSWERS;
  expect(stored(id)).toEqual({ ...others, meal: "Fish" });
  expect(corrections()).toEqual(["changed"]);
  const text = await textOf(`/admin/delegates/${id}`);
  expect(text).toContain("Which lunch would you like? Beans Fish".replace("Beans Fish", "Fish"));
  expect(text).toMatch(/Which lunch would you like\?:? .{0,20}Beans.{0,20}Fish/);
  expect(text).toMatch(/Hotel:? .{0,20}Hotel Norge.{0,20}nothing/);
});

test("no answer passes to the next holder", async () => {
  const id = await register();
  const { action, fields } = await opened(id, "transfer");
  for (const secret of [...SECRETS, "Norge", "Beans"])
    expect(Object.values(fields).join()).not.toContain(secret);
  await organiser.post(action, {
    ...fields,
    name: "Next Person",
    email: "next@example.com",
    jobTitle: "Editor",
  });
  expect(db.rows("select name, answers from delegates where id > ?", id)).toEqual([
    { name: "Next Person", answers: null },
  ]);
});

test("no answer is required at the door, and those given are stored", async () => {
  const html = await pageOf("/admin/delegates/walk-in");
  const { action, fields } = formWith(html, "Add and check in");
  const walkIn = { ...Object.fromEntries(fields), registrationType: "guest", name: "Walk In" };
  await organiser.post(action || "/admin/delegates/walk-in", { ...walkIn, "answers.hotel": "None" });
  expect(stored()).toEqual({ hotel: "None" });
});

test("the delegates’ list has a column for each question, and the exported file changes nothing", async () => {
  await register();
  await register("Bo Quist", { meal: "Fish" });
  const list = await csv();
  expect(list.split("\r\n")[0]).toContain(
    "Which lunch would you like?,Diet or allergies,Seat,Hotel,I’ll come to the dinner,Your beat",
  );
  expect(list).toContain('Beans,"No walnuts\nat all",Ramp,Hotel Norge,yes');
  const lists = listsOf(app, organiser);
  const same = await lists.bring(list, "delegates");
  expect(same.text).toContain("Nothing changes");
  const changed = await lists.bring(list.replace("Hotel Norge", "Hotel Bryggen"), "delegates");
  expect(changed.text).toMatch(/Hotel:? .{0,20}Hotel Norge.{0,20}Hotel Bryggen/);
  await lists.press(changed, { mail: "none" });
  expect(stored(1)).toEqual({ ...ANSWERS, hotel: "Hotel Bryggen" });
  expect(stored(2)).toEqual({ meal: "Fish" });
});

test("another tool’s list brings answers in its own words, and the import keeps none of its text", async () => {
  const list = [
    "Full Name,Email Address,Job Title,Delegate Type,Which lunch would you like?,I’ll come to the dinner,Diet or allergies",
    "Kaja Lund,kaja@example.com,Editor,Guest,beans,x,Peanuts",
    "Per Moe,per@example.com,Editor,Guest,,no,",
  ].join("\r\n");
  const lists = listsOf(app, organiser);
  await lists.press(await lists.bring(list, "delegates"), { mail: "none" });
  expect(stored(1)).toEqual({ meal: "Beans", diet: "Peanuts", dinner: "yes" });
  expect(db.value("select answers from delegates where id = 2")).toBe(null);
  expect(JSON.stringify(db.rows("select * from import_matches"))).not.toMatch(/peanuts|beans/i);
});

test("choices are counted on the dashboard and, unless they are sensitive, in the numbers that a screen may show", async () => {
  await register();
  await register("Bo Quist", { meal: "Beans", need: "Front" });
  await register("Per Moe", { meal: "Fish" });
  app.sqlite.prepare("update delegates set status = 'cancelled' where id = 3").run();
  const dashboard = await textOf("/admin");
  expect(dashboard).toMatch(/Which lunch would you like\? .*Fish 0 0% Beans 2 100% No answer 0/);
  expect(dashboard).toMatch(/Seat .*Ramp 1 50% Front 1 50% No answer 0/);
  const numbers = await jsonOf("/api/admin/numbers", PUBLIC?.token);
  expect(numbers).toEqual([
    { registrationType: "guest", status: "cancelled", count: 1, answers: { meal: { Fish: 1 } } },
    {
      registrationType: "guest",
      status: "pending",
      count: 2,
      answers: { dinner: { yes: 1 }, meal: { Beans: 2 } },
    },
  ]);
});

test("the API takes and gives the answers, as its document says", async () => {
  const created = await call(guestWith("Ida Grey"));
  expect((await created.json()).answers).toEqual(ANSWERS);
  expect(await jsonOf("/api/admin/delegates", READ?.token)).toMatchObject([{ answers: ANSWERS }]);
  const { components } = await jsonOf("/api/openapi.json");
  const { answers } = components.schemas.RegistrationInput.properties;
  expect(JSON.stringify(answers)).toContain('"Which lunch would you like?"');
  expect(components.schemas.Delegate.properties.answers).toBeDefined();
  expect(components.schemas.Count.properties.answers).toBeDefined();
  expect(await seen("/privacy")).toContain("“Diet or allergies”");
});

test("answers to a question that left the file are still shown, exported and kept by an edit", async () => {
  const id = await register();
  const later = await openApp({ ADMIN_EMAILS: ORGANISER, ...ASKING_LESS(), ...SETTINGS }, app.dataDir);
  const who = await organiserOf(later);
  expect(visibleText(await (await who.get(`/admin/delegates/${id}`)).text())).toContain("hotel Hotel Norge");
  const list = await (await who.get("/admin/delegates.csv")).text();
  expect(list).toMatch(/,Registered,Checked In,need,hotel,dinner\r\n/);
  expect(list).toMatch(/,Ramp,Hotel Norge,yes\r\n/);
  const { action, fields } = await opened(id, "edit", who);
  await who.post(action, fields);
  expect(corrections()).toEqual([]);
  await who.post(action, { ...fields, formId: aFormId(), "answers.meal": "Fish" });
  expect(stored(id)).toEqual({ ...ANSWERS, meal: "Fish" });
});

test("the sample asks nothing of its own and says nothing of answers", async () => {
  const sample = await openSampleApp();
  expect(await (await sample.fetch("/register")).text()).not.toContain("answers.");
  const { components } = await (await sample.fetch("/api/openapi.json")).json();
  expect(JSON.stringify(components.schemas)).not.toContain('"answers"');
  const created = await sample.fetch(
    "/api/registrations",
    jsonPost({ ...guest("Ida"), registrationType: "pr_pass" }),
  );
  expect(Object.keys(await created.json())).not.toContain("answers");
});
