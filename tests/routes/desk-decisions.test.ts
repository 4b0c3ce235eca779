// What a decision on the desk leads back to, and what a line to somebody may be.
import { beforeEach, expect, test } from "vitest";
import { type App, openApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
beforeEach(async () => {
  app = await openApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
});

const PENDING = "/admin/delegates?status=pending";
const add = (name: string) => insertDelegate(app.sqlite, { name, registration_type: "media_pass" });
const revision = () =>
  app.sqlite.prepare("select coalesce(max(revision), 0) from status_revisions").pluck().get();

test("one decision after the other leads back to the list of the moment at which it was opened", async () => {
  const [ada, ben] = [add("Ada"), add("Ben")];
  const first = await organiser.post(PENDING, {
    decision: `confirmed:${ada}:pending`,
    seen: String(revision()),
    latest: String(ben),
  });
  const list = first.headers.get("Location") ?? "";
  expect(list).toBe(`${PENDING}&asof=0-${ben}`);
  add("Cleo");
  const second = await organiser.post(list, {
    decision: `confirmed:${ben}:pending`,
    seen: String(revision()),
    latest: String(ben),
  });
  expect(second.headers.get("Location")).toBe(list);
  const text = visibleText(await (await organiser.get(list)).text());
  for (const name of ["Ada", "Ben"]) expect(text).toContain(name);
  expect(text).not.toContain("Cleo");
});

test("the way to the file says how many are in it, whoever is still in the list", async () => {
  const [ada] = [add("Ada"), add("Ben"), add("Dora")];
  const file = async () =>
    (await (await organiser.get("/admin/delegates.csv?status=pending")).text()).trim().split("\n").length - 1;
  const decided = await organiser.post(PENDING, {
    decision: `confirmed:${ada}:pending`,
    seen: String(revision()),
    latest: "3",
  });
  const text = async () => visibleText(await (await organiser.follow(decided)).text());
  expect(await text()).toContain("Showing 1–3 of 3");
  expect(await text()).toContain("Export 2 delegates as CSV");
  expect(await file()).toBe(2);
  for (const name of ["Cleo", "Edna"]) add(name);
  expect(await text()).toContain("Export 4 delegates as CSV");
  expect(await file()).toBe(4);
});

test("a line to somebody that is too long comes back as it was typed, and nothing is decided", async () => {
  const ada = add("Ada");
  const line = "We are full. ".repeat(30);
  const refused = await organiser.post(PENDING, { decision: `declined:${ada}:pending`, note: line });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(line.trim());
  expect(app.sqlite.prepare("select status from delegates").pluck().get()).toBe("pending");
  const told = { decision: `declined:${ada}:pending`, note: "We are full." };
  expect((await organiser.post(PENDING, told)).status).toBe(303);
  expect(app.sqlite.prepare("select kind, note from outbox").all()).toEqual([
    { kind: "declined", note: "We are full." },
  ]);
  // It stands in the email, and in no log.
  expect(JSON.stringify(app.sqlite.prepare("select * from audit_log").all())).not.toContain("We are full");
});
