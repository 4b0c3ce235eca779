// A checkout's list marks delegates as paid and changes nothing else (docs/decisions/places.md).
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { type Content, listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";
import { paidConference } from "../support/paid.ts";

let lists: ReturnType<typeof listsOf>;
beforeEach(async () => {
  await openOrganised({ ...paidConference(), UNDO_SECONDS: "30" });
  lists = listsOf(app, organiser);
});

const PAID_AT = Date.parse("2026-11-01T10:00:00Z");
/** Adds a delegate. Returns the reference. */
function add(name: string, changes: Record<string, string | number | null> = {}): string {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const id = insertDelegate(app.sqlite, { registration_type: "guest", name, email, ...changes });
  return String(db.value("select reference from delegates where id = ?", id));
}
/** Everything about the delegates besides the payment. */
const others = () =>
  (db.rows("select * from delegates order by id") as Record<string, unknown>[]).map(
    ({ paid_at: _, updated_at: __, ...row }) => row,
  );
const paid = () => db.values("select name from delegates where paid_at is not null order by id");
const preview = (content: Content, chosen: Record<string, string> = {}) =>
  lists.bring(content, "delegates", chosen);
const csv = (...lines: string[]) => lines.join("\r\n");

const STRIPE =
  "id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Description,Status,Customer ID,Customer Email,Card Name,client_reference_id (metadata)";
const stripe = (status: string, reference: string, name = "The Buyer") =>
  `py_1,2027-03-02 10:11,390.00,0.00,eur,true,Guest,${status},cus_1,buyer@example.org,${name},${reference}`;

test("a checkout's list marks twelve as paid, names two references that it does not find, and changes nothing else", async () => {
  const references = Array.from({ length: 12 }, (_, index) => add(`Guest ${index}`));
  const before = others();
  const rows = references.map((reference, index) => {
    const spaced = `${reference.slice(0, 5)} ${reference.slice(5)}`.toLowerCase();
    return stripe("Paid", index % 2 === 0 ? spaced : reference);
  });
  const page = await preview(
    csv(STRIPE, ...rows, stripe("Paid", "00000 00000"), stripe("Paid", "other-shop-7")),
  );
  expect(page.text).toContain("12 will be marked paid, 2 references not found");
  expect(page.text).toContain("No delegate has this reference.");
  expect(page.text).toMatch(/These columns are not imported: id, .*Amount, .*Customer Email, Card Name/);
  expect(page.text).not.toContain("Send each new or changed delegate an email");
  const answer = await lists.press(page);
  expect(await lists.toastOf(answer)).toContain("12 delegates marked as paid.");
  expect(paid()).toHaveLength(12);
  expect(others()).toEqual(before);
  expect(db.count("outbox")).toBe(0);
  expect(await lists.undoLast("delegates")).toContain("Import undone.");
  expect(paid()).toEqual([]);
  expect(others()).toEqual(before);
});

test("failed and refunded payments mark no one, and a later success of the same delegate does", async () => {
  const [ada, ben, cleo] = [add("Ada"), add("Ben"), add("Cleo")];
  const page = await preview(
    csv(
      STRIPE,
      stripe("Failed", ada),
      stripe("Paid", ada),
      stripe("Refunded", ben),
      stripe("Requires payment method", cleo),
      stripe("Paid", ""),
    ),
  );
  expect(page.text).toContain("5 rows: 1 will be marked paid, 4 left out.");
  expect(page.text).toContain("There is no reference, or the pass needs no payment.");
  await lists.press(page);
  expect(paid()).toEqual(["Ada"]);
});

test("those already paid keep their time, and a press pass is left out", async () => {
  const ada = add("Ada", { paid_at: PAID_AT });
  const pia = add("Pia", { registration_type: "press" });
  const page = await preview(csv(STRIPE, stripe("Paid", ada), stripe("Succeeded", pia)));
  expect(page.text).toContain("2 rows: 1 already paid, 1 left out.");
  expect(page.text).toContain("There is no reference, or the pass needs no payment.");
  expect(page.html).not.toContain('value="import"');
  expect(db.value("select paid_at from delegates where name = 'Ada'")).toBe(PAID_AT);
});

test("a list of another checkout is recognised by its references, whatever the column is called", async () => {
  const [ada, ben] = [add("Ada"), add("Ben")];
  const before = others();
  const pretix = csv(
    "Order code,Order total,Status,Email,Name,Date of last payment,Your registration number",
    `QX7P1,390.00,paid,buyer@example.org,The Buyer,2027-03-02,${ada}`,
    `QX7P2,390.00,pending,ben@example.com,Somebody Else,,${ben}`,
  );
  const page = await preview(pretix);
  expect(page.text).toContain("2 rows: 1 will be marked paid, 1 left out.");
  await lists.press(page);
  const eventbrite = csv(
    "Order #,Order Date,First Name,Surname,Email,Quantity,Order Type,Total Paid,Attendee Status,Affiliate",
    `881,2027-03-02,The,Buyer,ben@example.com,1,Eventbrite Completed,390.00,Attending,${ben}`,
  );
  await lists.press(await preview(eventbrite, { "word:paidAt:Attending": "yes" }));
  const ours = add("Cleo");
  const sum = csv("Reference,Name,Email,Amount,Status", `${ours},The Buyer,buyer@example.org,390,Paid`);
  await lists.press(await preview(sum));
  expect(paid()).toEqual(["Ada", "Ben", "Cleo"]);
  expect(others().slice(0, 2)).toEqual(before);
  expect(db.value("select email from delegates where name = 'Cleo'")).toBe("cleo@example.com");
});

test("a list without a column for the payment, or with an unknown word, asks what it means", async () => {
  const ada = add("Ada");
  const head = "Client Reference ID,Buyer,State of the money";
  const asked = await lists.preview(csv(head, `${ada},The Buyer,In the bank`), "delegates");
  expect(asked.text).toContain("choose a field for each column");
  expect(asked.html).not.toContain("Full Name</option>");
  const words = await lists.match(asked.html, { "column-2": "paidAt" });
  expect(words.text).toContain("In the bank");
  const page = await lists.match(words.html, { "column-2": "paidAt", "word:paidAt:In the bank": "yes" });
  expect(page.text).toContain("1 row: 1 will be marked paid.");
});

test("the column Paid of an exported list changes nothing when it comes back, and an edited cell does", async () => {
  add("Ada", { paid_at: PAID_AT, status: "confirmed" });
  add("Ben");
  add("Pia", { registration_type: "press" });
  const exported = await (await organiser.get("/admin/delegates.csv?sort=oldest")).text();
  const column = exported.split("\r\n")[0]?.split(",").indexOf("Paid") ?? -1;
  const cells = exported
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[column]);
  expect(cells.toSorted()).toEqual(["", "no", "yes"]);
  expect((await preview(exported)).text).toContain("3 rows. Nothing changes.");
  const swap = exported.replaceAll(",yes,", ",?,").replaceAll(",no,", ",Paid,").replaceAll(",?,", ",no,");
  const page = await preview(swap);
  expect(page.text).toContain("2 changed, 1 unchanged");
  expect(page.text).toContain("Send each new or changed delegate an email");
  const answer = await lists.press(page, { mail: "none" });
  expect(await lists.toastOf(answer)).toContain("2 delegates changed.");
  expect(paid()).toEqual(["Ben"]);
  const history = visibleText(await (await organiser.get("/admin/delegates/2")).text());
  expect(history).toContain("Marked as paid");
});
