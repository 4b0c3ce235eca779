// Who has paid, as organisers or a checkout's list report it (docs/decisions/places.md).
import { beforeEach, expect, test } from "vitest";
import { formPost, jsonPost, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { answersIn, formWith } from "../support/forms.ts";
import { app, db, openOrganised, organiser, pageOf, textAfter, textOf } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";
import { paidConference, planFor } from "../support/paid.ts";

const DESK = "/admin/delegates";
const PAID_AT = Date.parse("2026-11-01T10:00:00Z");
beforeEach(() => openOrganised({ ...paidConference(), UNDO_SECONDS: "30" }));

type Row = { id: number; reference: string; link_token: string; paid_at: number | null };
const add = (changes: Record<string, string | number | null> = {}): Row => {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = insertDelegate(app.sqlite, { registration_type: "guest", email, ...changes });
  return row(id);
};
const row = (id: number) => db.rows("select * from delegates where id = ?", id)[0] as Row;
const checkoutOf = ({ reference }: Row) =>
  `https://buy.example.com/x?client_reference_id=${reference}&amp;locale=nb`;
const pageFor = async ({ link_token }: Row) => (await app.fetch(`/registration/${link_token}`)).text();
const paidNames = () => db.values("select name from delegates where paid_at is not null order by id");

/** The text of a delegate's row on the desk. */
const rowText = async ({ id }: Row, search = "") => {
  const [, html = ""] = (await pageOf(DESK + search)).split(`<li id="delegate-${id}"`);
  return visibleText(`<li ${html.split('<li id="delegate-')[0]}`);
};

test("the checkout gets the reference from a delegate's own pages, and the landing page has no trace of it", async () => {
  const formId = aFormId();
  await app.fetch("/register", formPost({ ...registration({ registrationType: "guest" }), formId }));
  const guest = row(1);
  const confirmation = await pageOf(`/register?confirmed=${formId}`);
  for (const html of [await pageFor(guest), confirmation]) {
    expect(html).toContain(`href="${checkoutOf(guest)}"`);
    expect(visibleText(html)).toContain("Pay for your pass");
    expect(visibleText(html)).not.toContain("choose it under");
  }
  const landing = (await pageOf("/")) + (await pageOf("/register"));
  expect(landing).toContain('href="https://buy.example.com/x?locale=nb"');
  expect(landing).toContain('"url":"https://buy.example.com/x?locale=nb"');
  for (const trace of ["client_reference_id", "{reference}", guest.reference])
    expect(landing).not.toContain(trace);
});

test("other parameters and the fragment of a checkout's link stay as they are", async () => {
  const links = [
    ["https://a.example/x?a={reference}", "https://a.example/x"],
    ["https://a.example/x?a=1&b=re-{reference}#pay", "https://a.example/x?a=1#pay"],
    ["https://a.example/x?a={reference}&b={reference}&c=%20#pay", "https://a.example/x?c=%20#pay"],
    ["https://a.example/x?q=", "https://a.example/x?q="],
  ] as const;
  const plans = links.map(([href], at) => ({ ...planFor(href, "guest"), planId: `${at}` }));
  await openOrganised(paidConference({ plans }));
  const page = await pageOf("/");
  expect([...page.matchAll(/href="(https:\/\/a\.example[^"]*)"/g)].map(([, href]) => href)).toEqual(
    links.map(([, href]) => href),
  );
});

test("the private page says Paid once the delegate is marked, and sends no one to a checkout who has no place", async () => {
  const paid = visibleText(await pageFor(add({ paid_at: PAID_AT })));
  expect(paid).toContain(" Paid ");
  expect(paid).not.toContain("Pay for");
  const noPlace: Record<string, string | number>[] = [
    { status: "declined" },
    { status: "cancelled" },
    { queued_at: 1 },
    { queued_at: 1, offered_until: Date.now() + 60_000 },
    { registration_type: "press" },
  ];
  for (const state of noPlace) {
    const html = await pageFor(add(state));
    expect(html, JSON.stringify(state)).not.toContain("client_reference_id");
    expect(visibleText(html)).not.toMatch(/\bPaid\b|Pay for/);
  }
  for (const status of ["confirmed", "attended"])
    expect(await pageFor(add({ status }))).toContain("client_reference_id");
});

test("an organiser marks one delegate as paid, takes it back, and the row keeps its place", async () => {
  const [ada, ben] = [add({ name: "Ada" }), add({ name: "Ben" })];
  expect(await rowText(ada)).toMatch(/Payment Not paid .*Mark as paid.*Mark as not paid/);
  const value = `paid:${ada.id}:pending:open`;
  // A second press, after a double click, does nothing.
  const typesOf = async () =>
    [...(await pageOf(DESK)).matchAll(/<button type="(\w+)"[^>]* value="(?:un)?paid:1:/g)].map(
      ([, type]) => type,
    );
  expect(await typesOf()).toEqual(["submit", "button"]);
  const answer = await organiser.post(DESK, { decision: value, return: "delegate" });
  expect(answer.headers.get("Location")).toBe(`${DESK}#delegate-${ada.id}-facts`);
  expect(await textAfter(answer)).toContain("Ada marked as paid.");
  expect(paidNames()).toEqual(["Ada"]);
  expect(await typesOf()).toEqual(["button", "submit"]);
  expect(await rowText(ada)).toMatch(/Payment Paid .*Mark as paid.*Mark as not paid/);
  expect(await textOf(`${DESK}/${ada.id}`)).toContain("Payment Paid");
  const asked = `${DESK}?only=unpaid&rows=${ada.id},${ben.id}`;
  expect(await pageOf(asked)).toMatch(new RegExp(`id="delegate-${ada.id}"[^>]* data-out=""`));
  const back = await organiser.post(DESK, { decision: `unpaid:${ada.id}:pending` });
  expect(await textAfter(back)).toContain("Ada marked as not paid.");
  expect(paidNames()).toEqual([]);
  const history = await textOf(`${DESK}/${ada.id}`);
  expect(history).toMatch(/Marked as not paid, .*Marked as paid,/);
  expect(history).toContain(ORGANISER);
});

test("many are marked as paid together, with one undo, and press passes are never marked", async () => {
  const people = [add({ name: "Ada" }), add({ name: "Ben", paid_at: PAID_AT }), add({ name: "Cleo" })];
  const press = add({ name: "Pia", registration_type: "press" });
  const html = await pageOf(DESK);
  expect(formWith(html, 'value="bulk"').action).toBe(DESK);
  expect(html).toContain('<option value="paid">Mark as paid</option>');
  const body = new URLSearchParams({ intent: "bulk", formId: aFormId(), status: "paid" });
  for (const { id } of [...people, press]) body.append("id", `${id}:pending`);
  const sent = await app.fetch(DESK, {
    ...formPost({}, { Cookie: organiser.cookie }),
    body: body.toString(),
  });
  const done = await (await organiser.follow(sent)).text();
  expect(visibleText(done)).toContain("2 delegates marked as paid.");
  expect(paidNames()).toEqual(["Ada", "Ben", "Cleo"]);
  const undo = answersIn(done, 'name="changeset"');
  const undone = await organiser.post(undo.action, { ...undo.fields, intent: "undo" });
  expect(await textAfter(undone)).toContain("Undone for 2 delegates.");
  expect(db.rows("select name, paid_at from delegates where paid_at is not null")).toEqual([
    { name: "Ben", paid_at: PAID_AT },
  ]);
  expect(db.count("outbox")).toBe(0);
});

test("all who match are marked as paid together, on every page of the list", async () => {
  for (const name of ["Ada", "Ben"]) add({ name, status: "confirmed" });
  add({ name: "Cleo" });
  const list = `${DESK}?status=confirmed`;
  const { action, fields } = formWith(await pageOf(`${list}&bulk`), 'value="bulk"');
  const sent = await organiser.post(action, { ...Object.fromEntries(fields), status: "paid" });
  expect(await textAfter(sent)).toContain("2 delegates marked as paid.");
  expect(paidNames()).toEqual(["Ada", "Ben"]);
});

test("the lists of those who have paid or have not leave out passes that no one pays for, and those without a place", async () => {
  const places = { Ada: {}, Ben: { status: "confirmed" }, Cleo: { status: "attended" } };
  const none = {
    Dora: { status: "cancelled" },
    Eve: { status: "declined" },
    Finn: { queued_at: 1 },
    Gus: { registration_type: "press" },
    Hal: { registration_type: "old" },
  };
  for (const [name, state] of Object.entries({ ...places, ...none })) add({ name, ...state });
  add({ name: "Ida", paid_at: PAID_AT });
  add({ name: "Jo", paid_at: PAID_AT, registration_type: "press" });
  const namesOf = async (only: string) =>
    [...(await textOf(`${DESK}?only=${only}&sort=name`)).matchAll(/Select (\w+)/g)].map(([, name]) => name);
  expect(await namesOf("unpaid")).toEqual(["Ada", "Ben", "Cleo"]);
  expect(await namesOf("paid")).toEqual(["Ida"]);
  const page = await textOf(`${DESK}?only=unpaid`);
  expect(page).toContain("Showing 1–3 of 3");
  expect(page).toMatch(/Only Any Paid Not paid/);
  expect(await rowText(row(7))).not.toMatch(/Not paid|Mark as/);
});

test("the door says who has not paid, and checks them in all the same", async () => {
  const guest = add({ name: "Ada", status: "confirmed" });
  add({ name: "Ada Two", status: "confirmed", paid_at: PAID_AT });
  add({ name: "Ada Three", status: "confirmed", registration_type: "press" });
  const found = await pageOf(`${DESK}/door?q=Ada`);
  const cards = found.split("<h3").slice(1).map(visibleText);
  expect(
    cards.map((card) => [
      />(Ada[^<]*?) (?:Guest|Press)/.exec(`>${card.split(">")[1]?.trim()}`)?.[1],
      card.includes("Not paid"),
    ]),
  ).toEqual([
    ["Ada", true],
    ["Ada Three", false],
    ["Ada Two", false],
  ]);
  await organiser.post(`${DESK}/door`, { intent: "check-in", id: String(guest.id) });
  expect(db.value("select status from delegates where id = ?", guest.id)).toBe("attended");
});

test("the API has the time of the payment, and no one learns it by sending a registration again", async () => {
  const call = () =>
    app.fetch(
      "/api/registrations",
      jsonPost(registration({ registrationType: "guest" }), {
        "Idempotency-Key": "a-key-of-a-program",
      } as never),
    );
  await call();
  expect((await (await organiser.get("/api/admin/delegates")).json())[0]).toMatchObject({ paidAt: null });
  app.sqlite.prepare("update delegates set paid_at = ?").run(PAID_AT);
  expect((await (await organiser.get("/api/admin/delegates")).json())[0].paidAt).toBe(
    "2026-11-01T10:00:00.000Z",
  );
  expect(JSON.stringify(await (await call()).json())).not.toContain("2026-11-01T10:00");
  const openapi = await (await app.fetch("/api/openapi.json")).text();
  expect(openapi).toContain("When the delegate was marked as paid.");
});

test("a transfer takes the payment along, and its undo gives it back", async () => {
  const former = add({ name: "Ada", status: "confirmed", paid_at: PAID_AT });
  const screen = `${DESK}/${former.id}?transfer=`;
  const { action, fields } = answersIn(await pageOf(screen), 'name="name"');
  const sent = await organiser.post(action, {
    ...fields,
    name: "Ben",
    email: "ben@example.com",
    jobTitle: "Editor",
  });
  expect(sent.status).toBe(303);
  expect(db.rows("select name, paid_at from delegates order by id")).toEqual([
    { name: "Ada", paid_at: null },
    { name: "Ben", paid_at: PAID_AT },
  ]);
  const done = await (await organiser.follow(sent)).text();
  const undo = answersIn(done, 'name="changeset"');
  await organiser.post(undo.action, { ...undo.fields, intent: "undo" });
  expect(db.rows("select name, paid_at from delegates")).toEqual([{ name: "Ada", paid_at: PAID_AT }]);
});

test("the personal-data export has the payment, and the erasure leaves nothing of the person", async () => {
  const ada = add({ name: "Ada" });
  await organiser.post(DESK, { decision: `paid:${ada.id}:pending` });
  const exported = await (await organiser.get(`${DESK}/${ada.id}/personal-data.json`)).json();
  expect(exported.registration.paidAt).toMatch(/^\d{4}-/);
  await organiser.post(`${DESK}/${ada.id}`, { intent: "delete" });
  expect(db.count("delegates")).toBe(0);
  expect(JSON.stringify(db.rows("select * from changes"))).not.toContain("Ada");
});

test("a conference whose plans name no pass has nothing to do with payments", async () => {
  await openOrganised();
  const id = insertDelegate(app.sqlite, { name: "Ada", status: "confirmed" });
  await organiser.post(DESK, { decision: `paid:${id}:confirmed` });
  expect(paidNames()).toEqual([]);
  const pages = [DESK, `${DESK}/${id}`, `${DESK}/door?q=Ada`, `/registration/${row(id).link_token}`];
  for (const page of pages) expect(await textOf(page), page).not.toMatch(/\b[Pp]aid\b|Payment/);
  expect(await (await organiser.get("/admin/delegates.csv")).text()).not.toContain("Paid");
});
