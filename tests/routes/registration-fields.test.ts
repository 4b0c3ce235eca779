// These tests fail if a new registration field is missing somewhere, and say where.
import { beforeAll, expect, test } from "vitest";
import { passesWithField, passName } from "#app/vocabulary/pass.ts";
import { trackName } from "#app/vocabulary/program.ts";
import {
  DELEGATE_FIELDS,
  isFieldOptional,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
} from "#app/vocabulary/registration.ts";
import { type App, formPost, openApp, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { listsOf } from "../support/lists.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";
import { openConference, writeMail } from "../support/written-mails.ts";

let app: App;
let organiser: Organiser;
/** One delegate with each pass. */
let delegates: Record<string, string>[];
beforeAll(async () => {
  app = await openApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
  const own = Object.fromEntries(REGISTRATION_FIELDS.map((field) => [field, `My own ${field}`]));
  for (const registrationType of ["pr_pass", "media_pass"]) {
    const form = registrationForm({
      ...own,
      registrationType,
      favoredStream: "media",
      email: "own@example.com",
      workUrl: "https://my-work.example.com/own",
    });
    expect((await app.fetch("/register", formPost(form))).status).toBe(303);
  }
  delegates = await (await organiser.json("GET", "/api/admin/delegates")).json();
});
/** Finds a delegate whose pass asks for the field. */
const holderOf = (field: string) => {
  const asking = passesWithField(field);
  const holder = delegates.find(({ registrationType = "" }) => asking.includes(registrationType));
  if (!holder) throw new Error(`No pass asks for ${field}`);
  return holder;
};

/** Each field with its answer as displayed text. */
const shown = (): [field: string, text: string][] =>
  REGISTRATION_FIELDS.map((field) => {
    if (field === "registrationType") return [field, passName("media_pass")];
    if (field === "favoredStream") return [field, trackName("media")];
    return [field, String(holderOf(field)[field])];
  });

const htmlOf = async (page: Response | Promise<Response>) => (await page).text();
/** Answers that are their own text in files and pages. */
const WRITTEN = REGISTRATION_FIELDS.filter((field) =>
  ["name", "line", "phone", "text"].includes(DELEGATE_FIELDS[field].kind),
);

test("all three forms ask for every field, and the page about privacy names it", async () => {
  const forms = {
    registration: await htmlOf(app.fetch("/register")),
    door: await htmlOf(organiser.get("/admin/delegates/walk-in")),
    desk: await htmlOf(organiser.get(`/admin/delegates/${delegates[0]?.id}?edit=`)),
  };
  const privacy = visibleText(await (await app.fetch("/privacy")).text());
  for (const field of REGISTRATION_FIELDS) {
    for (const [place, form] of Object.entries(forms))
      expect(form, `${field} at the ${place}`).toContain(`name="${field}"`);
    const label = REGISTRATION_LABELS[field];
    expect(privacy, field).toContain(isFieldOptional(field) ? `“${label}”` : label.toLowerCase());
  }
});

test("every answer is stored and in the calls, the CSV and the personal data", async () => {
  const csv = await (await organiser.get("/admin/delegates.csv")).text();
  for (const [field, text] of shown()) {
    const delegate = holderOf(field);
    const personal = await organiser.get(`/admin/delegates/${delegate.id}/personal-data.json`);
    const { registration } = await personal.json();
    expect(csv, field).toContain(text);
    expect(registration, field).toHaveProperty(field, delegate[field]);
    expect(delegate[field], field).not.toBeNull();
  }
});

test("every answer is on the card, the delegate's page, and the private page except the link to work", async () => {
  const read = async (page: Response | Promise<Response>) => visibleText(await (await page).text());
  const list = await read(organiser.get("/admin/delegates"));
  const tokenOf = app.sqlite.prepare("select link_token from delegates where id = ?").pluck();
  for (const [field, answer] of shown()) {
    const { id } = holderOf(field);
    const own = await read(app.fetch(`/registration/${tokenOf.get(id)}`));
    const pages = [list, await read(organiser.get(`/admin/delegates/${id}`))];
    if (field !== "workUrl") expect(own, field).toContain(answer);
    // A link to work is shown as the name of its site.
    for (const page of pages) expect(page).toContain(field === "workUrl" ? "my-work.example.com" : answer);
  }
});

test("the API document describes every field of a registration and of a delegate", async () => {
  const { components } = await (await app.fetch("/api/openapi.json")).json();
  for (const schema of ["RegistrationInput", "Delegate"])
    expect(Object.keys(components.schemas[schema].properties)).toEqual(
      expect.arrayContaining(REGISTRATION_FIELDS),
    );
});

test("a notice of a correction names every answer that has changed", async () => {
  openConference("the sample");
  const { html } = await writeMail(
    "changed",
    "Li Ng",
    Object.fromEntries(WRITTEN.map((field) => [field, `Former ${field}`])),
  );
  for (const field of WRITTEN) {
    expect(html).toContain(REGISTRATION_LABELS[field]);
    expect(html).toContain(`Former ${field}`);
  }
});

test("only the pass, the track and the employer carry over in a transfer", () => {
  const carried = REGISTRATION_FIELDS.filter((field) => DELEGATE_FIELDS[field].carriesOver);
  expect(carried).toEqual(["registrationType", "company", "favoredStream", "outlet"]);
});

// Last, because it changes the answers.
test("a file changes every answer, and the history shows the former one", async () => {
  const lists = listsOf(app, organiser);
  const file = await htmlOf(organiser.get("/admin/delegates.csv"));
  const preview = await lists.preview(file.replaceAll("My own", "My new"), "delegates");
  const imported = await lists.press(preview, { mail: "none" });
  expect(await lists.toastOf(imported)).toContain("2 delegates changed");
  for (const field of WRITTEN) {
    const { id } = holderOf(field);
    const history = visibleText(await htmlOf(organiser.get(`/admin/delegates/${id}`)));
    expect(history).toContain(`${REGISTRATION_LABELS[field]}: My own ${field}`);
    expect(history).toContain(`My new ${field}`);
  }
});
