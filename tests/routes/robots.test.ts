import { beforeEach, expect, test, vi } from "vitest";
import { type App, formPost, openSampleApp, visibleText } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";

let app: App;
beforeEach(async () => {
  app = await openSampleApp({ RATE_LIMIT: "on" });
});

const send = (changes: Record<string, string>) => app.fetch("/register", formPost(registration(changes)));
const countRows = () => app.sqlite.prepare("select count(*) from delegates").pluck().get();
const idIn = (page: string) => /name="formId" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? "";

const ONCE_MORE =
  "To keep bots out, we ask you to submit this form twice. Please check your answers and submit it again.";

/** Sends a form that the site must show again. Returns the form's id. */
async function returnedFormId(changes: Record<string, string>): Promise<string> {
  const response = await send({ name: "Kept Answer", notes: "Kept, too", ...changes });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(visibleText(page)).toContain(`There is a problem ${ONCE_MORE}`);
  expect(page).toContain('value="Kept Answer"');
  expect(page).toContain("Kept, too</textarea>");
  expect(countRows()).toBe(0);
  return idIn(page);
}

const UNSIGNED = "3f0e7a52-5f43-4b8e-9a57-1f1f0d1c2b3a";
const altered = () =>
  aFormId().replace(/^(.{8}-...)(.)/, (_, rest, digit) => `${rest}${digit === "0" ? 1 : 0}`);
test.each([
  ["an invented id", () => UNSIGNED],
  ["no id", () => ""],
  ["an invalid id", () => "' or 1=1"],
  ["an altered id", altered],
  ["a new id", () => aFormId(Date.now())],
  ["an id from two seconds ahead", () => aFormId(Date.now() + 2_000)],
])("a form with %s is returned with every answer, and registers when sent again", async (_, formId) => {
  const nextId = await returnedFormId({ formId: formId() });
  const registered = await send({ formId: nextId });
  expect(registered.status).toBe(303);
  expect((await app.fetch(registered.headers.get("Location") ?? "")).status).toBe(200);
  expect(countRows()).toBe(1);
});

test("a form opened weeks ago registers", async () => {
  expect((await send({ formId: aFormId(Date.now() - 60 * 24 * 60 * 60 * 1000) })).status).toBe(303);
});

test("the form itself has an id that registers after the time to fill it in", async () => {
  const formId = idIn(await (await app.fetch("/register")).text());
  await returnedFormId({ formId });
  vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ["Date"] });
  expect((await send({ formId })).status).toBe(303);
});

test("a repeated form gets the first response, whoever made its id", async () => {
  const formId = await returnedFormId({ formId: "" });
  expect((await send({ formId })).status).toBe(303);
  // This id has no valid signature, as if the signing secret had changed.
  app.sqlite.prepare("update delegates set form_id = ?").run(UNSIGNED);
  const again = await send({ formId: UNSIGNED });
  expect(again.status).toBe(303);
  expect(again.headers.get("Location")).toBe(`/register?confirmed=${UNSIGNED}`);
  expect(countRows()).toBe(1);
});

test("the field for robots is empty, and a filled one returns the form with it empty", async () => {
  const field = /<input[^>]*name="website"[^>]*>/;
  const page = await (await app.fetch("/register")).text();
  expect(page).toMatch(/<div class="sr-only" aria-hidden="true" inert=""><label>Leave this empty/);
  for (const part of ['tabindex="-1"', 'autocomplete="off"'])
    expect(field.exec(page)?.[0].toLowerCase()).toContain(part);

  const response = await send({ website: "https://casino.example.com" });
  expect(response.status).toBe(422);
  const back = await response.text();
  expect(visibleText(back)).toContain(ONCE_MORE);
  expect(back).not.toContain("casino.example.com");
  // A form filler finds nothing to fill in, so the second press succeeds.
  expect(back).not.toContain('name="website"');
  expect(countRows()).toBe(0);
  expect((await send({ formId: idIn(back) })).status).toBe(303);
});

test("mistakes are reported first, and once corrected the form registers", async () => {
  const response = await send({ formId: "", email: "noor at example", website: "x" });
  const page = await response.text();
  expect(visibleText(page)).toContain("Enter an email address in the correct format");
  expect(visibleText(page)).not.toContain(ONCE_MORE);
  expect((await send({ formId: idIn(page) })).status).toBe(303);
});
