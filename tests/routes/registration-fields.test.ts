// These tests fail if a new registration field is missing somewhere, and say where.
import { beforeAll, expect, test } from "vitest";
import { passesWithField, passName } from "#app/vocabulary/pass.ts";
import { trackName } from "#app/vocabulary/program.ts";
import { isFieldOptional, REGISTRATION_FIELDS, REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";
import { type App, formPost, openApp, visibleText } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

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

test("the form asks for every field, and the page about privacy names it", async () => {
  const form = await (await app.fetch("/register")).text();
  const privacy = visibleText(await (await app.fetch("/privacy")).text());
  for (const field of REGISTRATION_FIELDS) {
    expect(form, field).toContain(`name="${field}"`);
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
