import { beforeAll, expect, test } from "vitest";
import { type App, formPost, jsonPost, logged, openSampleApp, visibleText } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { HISTORY } from "../support/history.ts";

let app: App;
beforeAll(async () => {
  app = await openSampleApp();
});

type Row = { id: number; reference: string; link_token: string; status: string };

/** Registers a delegate. Returns their row and the path of their private link. */
async function registered(changes: Record<string, string> = {}) {
  const email = changes.email ?? `${crypto.randomUUID()}@example.com`;
  await app.fetch("/register", formPost(registration({ email, ...changes })));
  const row = app.sqlite.prepare("select * from delegates where email = ?").get(email) as Row;
  return { row, email, path: `/registration/${row.link_token}` };
}
const statusOf = ({ id }: Row) =>
  app.sqlite.prepare("select status from delegates where id = ?").pluck().get(id);
const setStatus = ({ id }: Row, status: string) =>
  app.sqlite.prepare("update delegates set status = ? where id = ?").run(status, id);
const historyOf = ({ id }: Row) =>
  app.sqlite.prepare(`select actor, action, label from ${HISTORY} where subject_id = ?`).all(id);
const printed = ({ reference }: Row) => reference.replace(/(.{5})/, "$1 ");
const htmlOf = async (path: string) => (await app.fetch(path)).text();
const textOf = async (path: string) => visibleText(await htmlOf(path));
const cancel = (path: string, shown = "pending") =>
  app.fetch(`${path}/cancel`, formPost({ intent: "cancel", shown }));

test("the private link shows the registration, its status in words and its reference; once confirmed, also a code", async () => {
  const { row, email, path } = await registered();
  const response = await app.fetch(path);
  expect(response.status).toBe(200);
  const html = await response.text();
  const text = visibleText(html);
  const answers = ["Noor Haddad", email, "PR Pass", "Business Media", "Vegetarian"];
  for (const part of [...answers, "We have your registration", printed(row)]) expect(text).toContain(part);
  expect(html).not.toContain("<svg");
  setStatus(row, "confirmed");
  const confirmed = await htmlOf(path);
  expect(confirmed).toMatch(/<svg role="img" aria-label="QR code of the link to this page"/);
  expect(confirmed).not.toMatch(/ style=/);
});

test("a pass with payment due has a link to buy it; a Media Pass has none", async () => {
  const NOTHING = "There is nothing else you need to do until then.";
  const [sold, free] = [await registered(), await registered({ registrationType: "media_pass" })];
  const page = await htmlOf(sold.path);
  expect(page).toContain('<a class="text-link" href="/#registration"');
  expect(visibleText(page)).toContain("If you have not bought your pass yet, choose it under");
  expect(visibleText(page)).not.toContain(NOTHING);
  const ofMedia = await textOf(free.path);
  expect(ofMedia).toContain(NOTHING);
  expect(ofMedia).not.toContain("bought");
});

const WHEN =
  "Date Thursday 11 September 2025 Hours 8:30 AM to 5:00 PM Venue The Composing Room, 48 Galley Lane, Ultimo NSW 2007 City Sydney";

const NO_CODE_YET = "Waiting for a decision Your code for the door comes once your pass is confirmed.";

test.each([
  ["pending", true, NO_CODE_YET],
  ["confirmed", true, "Confirmed Reference"],
  ["declined", false, "Declined"],
  ["cancelled", false, "Cancelled"],
  ["attended", false, "Checked in"],
])(
  "the pass of a registration that is %s can be cancelled: %j. It says '%s', and only expected delegates see the day",
  async (status, canCancel, words) => {
    const { row, path } = await registered({ registrationType: "media_pass" });
    setStatus(row, status);
    const html = await htmlOf(path);
    const text = visibleText(html);
    expect(text).toContain("anyone who has it can see your details");
    expect(text.includes("and cancel.")).toBe(canCancel);
    expect(text).toContain(words);
    expect(text).toContain(`Reference ${printed(row)}`);
    expect(html.includes("QR code of the link")).toBe(status === "confirmed");
    expect(text.includes(WHEN)).toBe(status !== "declined" && status !== "cancelled");
  },
);

test("a pass without a decision says that it is registered; the job, company and name are not repeated", async () => {
  const { path } = await registered({ name: "Haddad, Noor", company: "Tide & Co." });
  const text = await textOf(path);
  expect(text).toContain("Byline 2025 PR Pass Noor Haddad Communications lead, Tide & Co. Reference");
  expect(text).toContain("City Sydney Registered Your code for the door comes");
  expect(text).not.toMatch(/Full Name|Job Title|Communications lead.*Communications lead/);
});

test("a declined delegate gets a contact, and with a Media Pass an alternative", async () => {
  const [media, pr] = [await registered({ registrationType: "media_pass" }), await registered()];
  for (const { row } of [media, pr]) setStatus(row, "declined");
  expect(await textOf(media.path)).toContain(
    "We can’t offer you the Media Pass We’re sorry. If you think we’ve missed something, write to hello@byline.example.com . You’re welcome to come with the PR Pass: see Registration and Pricing .",
  );
  const ofPr = await textOf(pr.path);
  expect(ofPr).toContain("We can’t offer you the PR Pass We’re sorry.");
  expect(ofPr).not.toContain("welcome to come");
});

test("private pages are not cached or indexed, and send no Referer", async () => {
  const { path } = await registered();
  const unknown = `/registration/${"0".repeat(32)}`;
  const own = [path, `${path}/cancel`, `${path}/calendar.ics`, `${path}/nothing`];
  for (const address of [...own, "/registration", unknown, `${unknown}/calendar.ics`]) {
    const { headers } = await app.fetch(address);
    const kept = ["Cache-Control", "Referrer-Policy", "X-Robots-Tag"].map((name) => headers.get(name));
    expect(kept).toEqual(["no-store", "strict-origin", "noindex"]);
  }
  const { headers } = await app.fetch("/register");
  expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
});

test("an unknown link leads to a page that says so, with status 404", async () => {
  await registered();
  const odd = ["", "0", "0".repeat(32), "A".repeat(32), "' or 1=1 --", "%00", "0".repeat(5000)];
  for (const token of odd) {
    const path = `/registration/${encodeURIComponent(token)}`;
    const response = await app.fetch(path);
    expect(response.status, token).toBe(404);
    const text = visibleText(await response.text());
    expect(text).toContain("We can’t find a registration at this link.");
    expect(text).not.toContain("Noor");
    expect((await app.fetch(`${path}/calendar.ics`)).status).toBe(404);
    // An empty token leaves a URL that does not exist.
    expect((await cancel(path)).status).toBe(token === "" ? 404 : 303);
  }
});

test("cancelling asks first, then changes the status once, with one email and one entry in the history", async () => {
  const { row, path } = await registered();
  const question = await textOf(`${path}/cancel`);
  expect(question).toContain(
    `Cancel your registration? Registration ${printed(row)} for Byline 2025 is awaiting confirmation. Cancelling can’t be undone, but you can register again.`,
  );
  expect(statusOf(row)).toBe("pending");

  const answers = await Promise.all([cancel(path), cancel(path), cancel(path)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(answers[0]?.headers.get("Location")).toBe(path);
  expect(statusOf(row)).toBe("cancelled");
  const kinds = app.sqlite.prepare("select kind from outbox where delegate_id = ?").pluck().all(row.id);
  expect(kinds).toEqual(["registered", "cancelled"]);
  expect(historyOf(row)).toEqual([{ actor: "delegate", action: "status", label: row.reference }]);
  const page = await textOf(path);
  expect(page).toContain("Your registration has been cancelled");
  expect(page).not.toContain("Cancel this registration");
});

test("a registration that is declined cannot be cancelled, nor one that is attended or cancelled", async () => {
  for (const status of ["declined", "attended", "cancelled"]) {
    const { row, path } = await registered();
    setStatus(row, status);
    const asked = await app.fetch(`${path}/cancel`);
    expect([asked.status, asked.headers.get("Location")]).toEqual([302, path]);
    expect(await textOf(path)).toContain("Your Registration");
    for (const shown of ["pending", status]) await cancel(path, shown);
    expect(statusOf(row)).toBe(status);
  }
});

test("another intent, another site's form or another link changes nothing", async () => {
  const { row, path } = await registered();
  const intent = { intent: "cancel", shown: "pending" };
  await app.fetch(`${path}/cancel`, formPost({ intent: "delete" }));
  expect((await app.fetch(path, formPost(intent))).headers.get("Location")).toBe(path);
  const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
  expect((await app.fetch(`${path}/cancel`, formPost(intent, foreign))).status).toBeGreaterThanOrEqual(400);
  const unknown = path.replace(/[0-9a-f]{32}$/, "0".repeat(32));
  expect((await app.fetch(`${unknown}/cancel`, formPost(intent))).status).toBe(303);
  expect(statusOf(row)).toBe("pending");
});

test("the calendar file is a download with the status of the registration", async () => {
  const { row, path } = await registered();
  const response = await app.fetch(`${path}/calendar.ics`);
  expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="byline-2025.ics"');
  const calendar = await response.text();
  expect(calendar).toContain("DTSTART:20250910T223000Z\r\n");
  expect(calendar).toContain("DTEND:20250911T070000Z\r\n");
  expect(calendar).toContain("STATUS:TENTATIVE\r\n");
  expect(calendar).toMatch(/\r\nEND:VCALENDAR\r\n$/);
  // Calendars may be shared with other people.
  expect(calendar).not.toContain(row.link_token);
  setStatus(row, "confirmed");
  expect(await (await app.fetch(`${path}/calendar.ics`)).text()).toContain("STATUS:CONFIRMED\r\n");
});

test("the confirmation has the name, the reference, the given address and no other personal data, until the registration changes", async () => {
  const formId = aFormId();
  await app.fetch("/register", formPost({ ...registration({ name: "Zoë Only" }), formId }));
  const confirmation = async () => (await app.fetch(`/register?confirmed=${formId}`)).text();
  const row = app.sqlite.prepare("select * from delegates where form_id = ?").get(formId) as Row;
  const html = await confirmation();
  for (const part of [
    "PR Pass Zoë Only",
    `Reference ${printed(row)}`,
    "The confirmation goes to noor@example.com.",
  ])
    expect(visibleText(html)).toContain(part);
  expect(html).not.toMatch(/0400 555|Communications|Vegetarian|<svg/);
  expect(html).not.toContain(row.link_token);
  app.sqlite.prepare("update delegates set updated_at = created_at + 1 where id = ?").run(row.id);
  const changed = await confirmation();
  expect(visibleText(changed)).toContain(`Reference ${printed(row)}`);
  expect(changed).not.toMatch(/Zoë|noor@example/);
});

test("the page cache skips private links, and the log does not contain them", async () => {
  logged.length = 0;
  const created = await app.fetch("/api/registrations", jsonPost(registration()));
  expect(created.status).toBe(201);
  const { reference, ...others } = await created.json();
  expect(JSON.stringify(others)).not.toContain("linkToken");
  const row = app.sqlite.prepare("select * from delegates where reference = ?").get(reference) as Row;
  const path = `/registration/${row.link_token}`;
  const readPage = async () => {
    const response = await app.fetch(path);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("ETag")).toBeNull();
    return visibleText(await response.text());
  };
  expect(await readPage()).toContain("We have your registration");
  // The change bypasses the site.
  setStatus(row, "confirmed");
  expect(await readPage()).toContain("Your Byline 2025 pass is confirmed");
  for (const more of [".data", "/cancel", "/cancel.data", "/calendar.ics", "/nothing"])
    await htmlOf(path + more);
  const output = logged.join("");
  expect(output).toContain('"path":"/registration/…/cancel"');
  expect(output).not.toContain(row.link_token);
});
