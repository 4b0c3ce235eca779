import { beforeEach, expect, test } from "vitest";
import { REGISTRATION_LABELS } from "#app/vocabulary/registration.ts";
import { type App, formPost, jsonPost, openSampleApp, titlesOf, visibleText } from "../support/app.ts";
import { registration } from "../support/factories.ts";

let app: App;
beforeEach(async () => {
  app = await openSampleApp();
});

const rows = () => app.sqlite.prepare("select * from delegates").all() as Record<string, unknown>[];

const idIn = (page: string) => /name="formId" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? "";
const newFormId = async () => idIn(await (await app.fetch("/register")).text());

const post = (answers: Record<string, string>) => app.fetch("/register", formPost(answers));
const submit = async (changes: Record<string, string> = {}) =>
  post(registration({ formId: await newFormId(), ...changes }));

test("the form has every field with its label, kind and default", async () => {
  const page = await (await app.fetch("/register")).text();
  const text = visibleText(page);
  for (const part of [
    "Join Australia's premier communications and media conference",
    "PR Pass For PR professionals and communications specialists",
    "Media Pass: free with accreditation. PR Passes are sold separately: see Registration and Pricing",
    "Media Pass For accredited journalists and media professionals",
    "Consumer & Mass Media Business Media Technology Media Professional Development",
    "Additional Information (optional) Dietary needs, accessibility needs, or a question for us.",
    "Preferred Track Media Pass holders are placed in Media Professional Development.",
    "Media Outlet (optional) Where you work or publish. Link to Published Work (optional)",
    ...["Delegate Registration", "Delegate Type", "Full Name", "Email Address", "Phone Number (optional)"],
    ...["Job Title", "Preferred Track", "Complete Registration"],
    ...["Thursday 11 September 2025", "The Composing Room", "8:30 AM to 5:00 PM"],
  ])
    expect(text).toContain(part);
  expect(page).toMatch(/<input[^>]*checked=""[^>]*value="media_pass"|value="media_pass"[^>]*checked=""/);
  expect(page).toMatch(/<option value="media" selected="">/);
  for (const autocomplete of ["name", "email", "tel", "organization-title"])
    expect(page).toContain(`autoComplete="${autocomplete}"`);
});

test("?type= preselects a pass", async () => {
  for (const type of ["pr_pass", "media_pass"]) {
    const page = await (await app.fetch(`/register?type=${type}`)).text();
    expect(/<input[^>]*checked=""[^>]*>/.exec(page)?.[0]).toContain(`value="${type}"`);
  }
});

test("a PR Pass is registered as filled in, except for a status, which no visitor can set", async () => {
  expect((await submit({ status: "confirmed" })).status).toBe(303);
  const { name, email, phone, notes } = registration();
  const choices = { job_title: "Communications lead", favored_stream: "b2b", registration_type: "pr_pass" };
  expect(rows()).toMatchObject([{ name, email, phone, notes, ...choices, status: "pending" }]);
});

test("a Media Pass is stored with the media track, whatever was chosen", async () => {
  await submit({ registrationType: "media_pass", favoredStream: "b2c" });
  expect(rows()).toMatchObject([{ registration_type: "media_pass", favored_stream: "media" }]);
});

test("after a registration the screen is the confirmation, with one toast, and stays on reload", async () => {
  const response = await submit();
  const location = response.headers.get("Location") ?? "";
  const cookie = response.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
  const first = await app.fetch(location, { headers: { Cookie: cookie } });
  const text = visibleText(await first.text());
  for (const part of [
    ...["Registration Confirmed!", "Thursday 11 September 2025", "The Composing Room", "Sydney"],
    "We'll send you confirmation details and further information soon.",
    "The confirmation goes to noor@example.com.",
    "If you have not bought your pass yet, choose it under Registration and Pricing",
    ...["Return to Homepage", "Registration Successful!"],
    "Thank you for registering. We'll be in touch soon with confirmation details.",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("Delegate Registration");
  expect(first.headers.get("Cache-Control")).toBe("private, no-store");

  const emptied = first.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
  const reloaded = visibleText(await (await app.fetch(location, { headers: { Cookie: emptied } })).text());
  expect(reloaded).toContain("Registration Confirmed!");
  expect(reloaded).not.toContain("Registration Successful!");
  expect(rows()).toHaveLength(1);
});

test("the confirmation names the email address only while it is the one given", async () => {
  const location = (await submit({ email: "q&a@münchen.example" })).headers.get("Location") ?? "";
  const confirmation = async () => visibleText(await (await app.fetch(location)).text());
  expect(await confirmation()).toContain("The confirmation goes to q&a@xn--mnchen-3ya.example.");
  app.sqlite.exec("update delegates set email = 'heir@example.com', updated_at = updated_at + 1");
  const later = await confirmation();
  expect(later).toContain("Registration Confirmed!");
  expect(later).not.toMatch(/confirmation goes to|heir@/);
});

/** Returns the email address that a refused form questions, and the message next to it. */
async function askedOf(response: Response) {
  const page = (await response.text()).replaceAll("<!-- -->", "");
  return {
    status: response.status,
    asked: /name="asked" value="([^"]*)"/.exec(page)?.[1],
    question: /id="email-error"[^>]*>(?:<span[^>]*>[^<]*<\/span>)?([^<]*)</.exec(page)?.[1],
    page,
  };
}
const ASKED = "Did you mean name@gmail.com? If not, choose Complete Registration again.";

test("an address with a typo is questioned, nothing is lost, and the second press registers", async () => {
  const formId = await newFormId();
  const answers = registration({ formId, email: " name@gmial.con", notes: "No nuts" });
  const first = await askedOf(await post(answers));
  expect(first).toMatchObject({ status: 422, asked: "name@gmial.con", question: ASKED });
  expect(visibleText(first.page)).toContain(`There is a problem Email Address: ${ASKED}`);
  for (const kept of ['value="Noor Haddad"', 'value="name@gmial.con"', ">No nuts</textarea>"])
    expect(first.page).toContain(kept);
  expect(first.page).not.toContain("Registration Failed");
  expect(rows()).toEqual([]);
  // Another typo is also questioned.
  const other = await askedOf(await post({ ...answers, email: "name@gmal.com", asked: "name@gmial.con" }));
  expect(other).toMatchObject({ status: 422, asked: "name@gmal.com", question: ASKED });
  const second = { ...answers, asked: "name@gmial.con" };
  expect((await post(second)).status).toBe(303);
  expect(rows()).toMatchObject([{ email: "name@gmial.con", notes: "No nuts" }]);
  expect((await post(second)).status).toBe(303);
  expect(rows()).toHaveLength(1);
  expect((await submit({ email: "name@gmail.com", asked: "name@gmial.con" })).status).toBe(303);
});

test("the question is asked once, with the other problems of a form", async () => {
  const both = registration({ formId: await newFormId(), email: "name@gmial.con", jobTitle: "" });
  const first = visibleText(await (await post(both)).text());
  expect(first).toContain(`Email Address: ${ASKED} Job Title: Required`);
  const asked = { ...both, asked: "name@gmial.con" };
  const second = await askedOf(await post(asked));
  expect(second).toMatchObject({ status: 422, asked: "name@gmial.con", question: undefined });
  expect((await post({ ...asked, jobTitle: "Editor" })).status).toBe(303);
});

test("an API call is not questioned: its address is registered, and its phone number without Apple’s marks", async () => {
  const sent = registration({ email: "name@gmial.con", phone: "\u202d+61 400 555 010\u202c" });
  const response = await app.fetch("/api/registrations", jsonPost(sent));
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ email: "name@gmial.con", phone: "+61 400 555 010" });
});

test("the confirmation is shown only after a registration", async () => {
  const response = await app.fetch("/register?confirmed=3f0e7a52-5f43-4b8e-9a57-1f1f0d1c2b3a");
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/register"]);
});

test("an empty form gets every problem, in a summary and next to its field", async () => {
  const response = await post({ formId: await newFormId() });
  const page = await response.text();
  const text = visibleText(page);
  expect(response.status).toBe(422);
  expect(titlesOf(page)).toEqual(["Error: Delegate Registration – Byline 2025"]);
  expect(page.indexOf("There is a problem")).toBeLessThan(page.indexOf("<h1"));
  for (const id of ["registrationType", "name", "email", "jobTitle"] as const) {
    const label = REGISTRATION_LABELS[id];
    expect(page).toContain(`<a href="#${id}" class="text-link">${label}: Required</a>`);
    for (const target of [id, `${id}-error`]) expect(page).toContain(`id="${target}"`);
    expect(text).toContain(`Error: ${label}: Required`);
  }
  expect(text).toContain("Registration Failed 4 answers need fixing.");
  expect(rows()).toEqual([]);
  const one = await post(registration({ name: "" }));
  expect(visibleText(await one.text())).toContain("Registration Failed Full Name: Required");
});

test("a refused form keeps every answer and its id", async () => {
  const formId = await newFormId();
  const answers = registration({ formId, email: "noor at example", notes: 'Two lines\nand <b>"quotes"</b>' });
  const page = await (await post(answers)).text();
  for (const value of ["Noor Haddad", "noor at example", "0400 555 010", "Communications lead", formId])
    expect(page).toContain(`value="${value}"`);
  expect(page).toContain("Two lines\nand &lt;b&gt;&quot;quotes&quot;&lt;/b&gt;</textarea>");
  expect(page).toMatch(/<option value="b2b" selected="">/);
  expect(/<input[^>]*checked=""[^>]*>/.exec(page)?.[0]).toContain('value="pr_pass"');
  expect(page).toContain('aria-invalid="true"');
  expect(page).toMatch(/<input[^>]*aria-describedby="email-error"/);
});

test("other answers with a used form id cause a question: no one is lost or registered unasked", async () => {
  const formId = await newFormId();
  await post(registration({ formId }));
  const response = await post(registration({ formId, name: "Sam Haddad" }));
  const page = await response.text();
  expect(response.status).toBe(409);
  expect(visibleText(page)).toContain("This form was already used to register someone.");
  expect(page).toContain('value="Sam Haddad"');
  expect(rows()).toHaveLength(1);
  expect((await post(registration({ formId: idIn(page), name: "Sam Haddad" }))).status).toBe(303);
  expect(rows().map(({ name }) => name)).toEqual(["Noor Haddad", "Sam Haddad"]);
});

test("a body that is no form, is too large, or has too many fields is refused with a sentence", async () => {
  const [large, many] = ["x".repeat(140_000), "&a=1".repeat(100)];
  const send = (body: string, type = "application/x-www-form-urlencoded") =>
    app.fetch("/register", { ...formPost({}, { "Content-Type": type }), body });
  const answers = await Promise.all([
    send("{}", "application/json"),
    send(`notes=${large}`),
    send(`b=1${many}`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([415, 413, 413]);
  const texts = await Promise.all(answers.map(async (answer) => visibleText(await answer.text())));
  expect(texts[0]).toContain("Submit the form from its page");
  expect(texts[1]).toContain("The limit is 128 kB");
  expect(texts[2]).toContain("This form has more than 100 fields.");
  expect((await send(many.slice(1))).status).toBe(422);
  expect(rows()).toEqual([]);
});

test("field names with a meaning for conform are treated as unknown names", async () => {
  const built = ["notes[99999999]", "notes[4294967294]", "name.a.b"];
  for (const name of [...built, "__intent__", "__state__", "__proto__"]) {
    const bare = await post({ [name]: "x" });
    expect(bare.status).toBe(422);
    expect((await bare.text()).length).toBeLessThan(60_000);
    expect((await post(registration({ [name]: "zz" }))).status).toBe(303);
  }
});

test("only POST registers", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"])
    for (const path of ["/register", "/register.data"])
      expect((await app.fetch(path, { ...formPost(registration()), method })).status).toBe(405);
  expect(rows()).toEqual([]);
});

test("a toast deletes its cookie, and a forged toast is deleted by pages that are not shared", async () => {
  const own = (await submit()).headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
  const setCookie = async (path: string, Cookie: string) =>
    (await app.fetch(path, { headers: { Cookie } })).headers.get("Set-Cookie");
  const deleted = /^toast=;.*Expires=Thu, 01 Jan 1970/;
  expect(await setCookie("/", own)).toMatch(deleted);
  expect(await setCookie("/", "toast=junk")).toBeNull();
  expect(await setCookie("/registration/0", "toast=junk")).toMatch(deleted);
});
