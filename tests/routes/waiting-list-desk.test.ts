// The waiting list as organisers and helpers see it, without JavaScript.
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { boxOf, pressed } from "../support/forms.ts";
import { listsOf } from "../support/lists.ts";
import { app, db, openOrganised, organiser, pageOf, textAfter, textOf } from "../support/organised.ts";
import { organiserOf } from "../support/organiser.ts";
import { insertWaiting, withPlaces } from "../support/places.ts";

const DOOR = "/admin/delegates/door";
const LIST = "/admin/delegates";
const HELPER = "hans@example.com";
const FAR = Date.parse("2099-01-01");

beforeEach(async () => {
  await openOrganised({ ...withPlaces(2), DOOR_EMAILS: HELPER }, { isNew: true });
  insertDelegate(app.sqlite, { name: "Ada Held", email: "ada@example.com", registration_type: "guest" });
  insertWaiting(app.sqlite, "Una Waits");
  insertWaiting(app.sqlite, "Ben Offered", { queued_at: 2, offered_until: FAR });
  insertWaiting(app.sqlite, "Cy Ended", { queued_at: 3, offered_until: 1 });
});
const statusOf = (name: string) => db.value("select status from delegates where name = ?", name);
const tokenOf = (name: string) => db.value("select link_token from delegates where name = ?", name);

/** Presses a button of a page, as a browser without JavaScript. Returns the next page. */
async function press(html: string, text: string, by = organiser): Promise<string> {
  const { action, fields } = pressed(html, text);
  return (await by.follow(await by.post(action || DOOR, fields))).text();
}

test.each(["Una Waits", "Ben Offered", "Cy Ended"])(
  "at the door, the first press asks about %s, who has no place, and the second checks in",
  async (name) => {
    const helper = await organiserOf(app, HELPER);
    const scanned = `${DOOR}?q=${encodeURIComponent(`https://fjord.example/registration/${tokenOf(name)}`)}`;
    for (const found of [`${DOOR}?q=${name.split(" ")[0]}`, scanned]) {
      const card = await (await helper.get(found)).text();
      expect(visibleText(card)).toContain("Waiting list: this person has no place yet.");
      expect(card).not.toContain("Check in anyway");
    }
    const asked = await press(await (await helper.get(scanned)).text(), "Check in", helper);
    expect(visibleText(asked)).toContain(
      `Not checked in ${name}’s registration is on the waiting list. Check in anyway?`,
    );
    expect(statusOf(name)).toBe("pending");
    const done = await press(asked, "Check in anyway", helper);
    expect(visibleText(done)).toContain(`${name} is checked in`);
    expect(statusOf(name)).toBe("attended");
    expect(await textOf(`${LIST}?status=waiting`)).not.toContain(name);
  },
);

test("the door asks only about the person pressed, and again if someone has changed them in between", async () => {
  const asked = await press(await pageOf(`${DOOR}?q=Una`), "Check in");
  app.sqlite.exec("update delegates set placed_at = 2 where name = 'Una Waits'");
  const again = await press(asked, "Check in anyway");
  expect(visibleText(again)).toContain("Una Waits’s registration is still pending. Check in anyway?");
  expect(statusOf("Una Waits")).toBe("pending");
  expect(visibleText(await press(again, "Check in anyway"))).toContain("Una Waits is checked in");

  const askedBen = await press(await pageOf(`${DOOR}?q=Ben`), "Check in");
  app.sqlite.exec("update delegates set status = 'cancelled' where name = 'Ben Offered'");
  expect(visibleText(await press(askedBen, "Check in anyway"))).toContain("registration was cancelled.");
  const other = insertWaiting(app.sqlite, "Cy Other");
  const all = await pageOf(`${DOOR}?q=Cy&asked=${other}`);
  expect(visibleText(all)).toContain("2 people found");
  expect(all.match(/name="anyway" value="waiting"/g)).toHaveLength(1);
});

test("the printed list and the numbers at the door leave out those who wait", async () => {
  const press = { registration_type: "press", email: "press@example.com" };
  insertDelegate(app.sqlite, { ...press, name: "Pia Press", status: "confirmed" });
  insertWaiting(app.sqlite, "Pat Waits", press);
  const printed = await textOf("/admin/delegates/door-list");
  expect(printed).toContain("2 people expected");
  expect(printed).not.toMatch(/Waits|Offered, Ben|Ended/);
  expect(await textOf(DOOR)).toContain("0 of 2 checked in: Guest 0 of 1, Press 0 of 1");
  expect(visibleText(await pageOf(LIST))).toMatch(/To decide 0 Approved 1 To confirm 1 Waiting 4 All 6/);
});

test("the list has a tab and a filter for those who wait, and says so in their rows", async () => {
  const page = visibleText(await pageOf(LIST));
  expect(page).toMatch(/To confirm 1 Waiting 3 All 4/);
  const html = await pageOf(`${LIST}?status=waiting`);
  // Rows of another state are greyed.
  expect(html).not.toContain("data-out");
  const waiting = visibleText(html);
  for (const name of ["Una Waits", "Ben Offered", "Cy Ended"]) expect(waiting).toContain(`Select ${name}`);
  expect(waiting).not.toContain("Select Ada Held");
  expect(waiting).toContain("Guest waiting list");
  expect(waiting).toContain("Status Waiting");
  expect(waiting).toContain("Status Waiting A place is offered.");
  expect(waiting).toContain("Status Waiting The offer of a place has ended.");
  const pending = await textOf(`${LIST}?status=pending`);
  expect(pending).toContain("Select Ada Held");
  expect(pending).not.toContain("Select Una Waits");
  expect(await textOf(`${LIST}/2`)).toContain("Status Waiting");
  expect(await textOf("/admin")).toContain("1 Guest registration to confirm");
});

test("organisers may confirm someone who waits, who then has a place, and undo it", async () => {
  const list = await pageOf(`${LIST}?status=waiting`);
  const { action, fields } = pressed(list, "Confirm Una Waits");
  const answer = await organiser.post(action || LIST, fields);
  expect(await textAfter(answer)).toContain("Una Waits confirmed.");
  expect(statusOf("Una Waits")).toBe("confirmed");
  expect((await organiser.json("GET", "/api/admin/delegates")).status).toBe(200);
  const all = (await (await organiser.get("/api/admin/delegates")).json()) as Record<string, string>[];
  const placeOf = (name: string) => all.find((one) => one.name === name)?.place;
  expect(["Una Waits", "Ben Offered", "Cy Ended"].map(placeOf)).toEqual(["held", "offered", "ended"]);
  expect(await textOf(`${LIST}?status=waiting`)).not.toContain("Select Una Waits");
  const confirmed = await pageOf(`${LIST}?status=confirmed`);
  expect(boxOf(confirmed, "Una Waits")).toBe("2:confirmed");
});

const HEAD = "Delegate Type,Full Name,Email Address,Job Title,Status";
const row = (name: string, status: string) => `Guest,${name},${name}@example.com,Editor,${status}`;
const WORDS = ["Waitlisted", "Waiting list", "Waiting", "waitlist"];

test("an imported list puts those who wait on the waiting list, in its order, with their letter", async () => {
  const lists = listsOf(app, organiser);
  const page = await lists.bring(
    [HEAD, ...WORDS.map((word, n) => row(`Ann${n}`, word))].join("\n"),
    "delegates",
  );
  expect(page.text).toContain("4 rows: 4 new");
  expect(page.text).toContain("Status: waiting");
  await lists.press(page, { mail: "send" });
  const rows = db.rows("select status, queued_at from delegates where name like 'Ann%' order by id");
  expect(rows).toEqual(WORDS.map(() => ({ status: "pending", queued_at: expect.any(Number) })));
  expect(await textOf(`${LIST}?status=waiting`)).toContain("Select Ann3");
  expect(db.values("select kind from outbox where delegate_id > 4")).toEqual(WORDS.map(() => "registered"));
});

test("an imported list moves no one to the waiting list, and an export says who waits and changes nothing", async () => {
  const lists = listsOf(app, organiser);
  const page = await lists.bring(
    `${HEAD}\n${row("ada", "Waiting").replace("ada,", "Ada Held,")}`,
    "delegates",
  );
  expect(page.text).toContain("Only new delegates can join the waiting list.");
  const csv = await pageOf("/admin/delegates.csv");
  expect(csv).toMatch(/guest.*waiting.*Una Waits/i);
  expect(csv).toMatch(/pending.*Ada Held/);
  const before = JSON.stringify(db.rows("select * from delegates"));
  const again = await lists.bring(csv, "delegates");
  expect(again.text).toContain("4 rows. Nothing changes.");
  const capital = await lists.bring(csv.replaceAll("waiting", "Waiting"), "delegates");
  expect(capital.text).toContain("4 rows. Nothing changes.");
  expect(JSON.stringify(db.rows("select * from delegates"))).toBe(before);
});

test("without a waiting list, the same words mean pending, and no screen speaks of waiting", async () => {
  await openOrganised(withPlaces(50, { waitingList: false }), { isNew: true });
  const lists = listsOf(app, organiser);
  const page = await lists.bring(
    [HEAD, ...WORDS.map((word, n) => row(`Ann${n}`, word))].join("\n"),
    "delegates",
  );
  await lists.press(page, { mail: "none" });
  expect(db.rows("select distinct status, queued_at from delegates")).toEqual([
    { status: "pending", queued_at: null },
  ]);
  expect(await textOf(LIST)).not.toMatch(/Waiting \d/);
});
