import { expect, test } from "vitest";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, missing, organisedForEach, organiser, textAfter, textOf } from "../support/organised.ts";

organisedForEach();

const PENDING = "/admin/delegates?status=pending";
const add = (name: string) => insertDelegate(app.sqlite, { name, registration_type: "media_pass" });
const confirm = (id: number, latest: number, list = PENDING) => {
  const seen = String(db.value("select coalesce(max(id), 0) from changes"));
  return organiser.post(list, { decision: `confirmed:${id}:pending`, seen, latest: String(latest) });
};

test("successive decisions lead back to the list of the moment at which it was opened", async () => {
  const [ada, ben] = [add("Ada"), add("Ben")];
  const moment = db.value("select coalesce(max(id), 0) from changes");
  const first = await confirm(ada, ben);
  const list = first.headers.get("Location") ?? "";
  expect(list).toBe(`${PENDING}&asof=${moment}-${ben}`);
  add("Cleo");
  expect((await confirm(ben, ben, list)).headers.get("Location")).toBe(list);
  const text = await textOf(list);
  expect(missing(text, ["Ada", "Ben"])).toEqual([]);
  expect(text).not.toContain("Cleo");
});

test("the link to the file shows its number of rows, whoever is still in the list", async () => {
  const [ada] = [add("Ada"), add("Ben"), add("Dora")];
  const file = async () =>
    (await (await organiser.get("/admin/delegates.csv?status=pending")).text()).trim().split("\n").length - 1;
  const decided = await confirm(ada, 3);
  const text = () => textAfter(decided);
  expect(await text()).toContain("Showing 1–3 of 3");
  expect(await text()).toContain("Export 2 delegates as CSV");
  expect(await file()).toBe(2);
  for (const name of ["Cleo", "Edna"]) add(name);
  expect(await text()).toContain("Export 4 delegates as CSV");
  expect(await file()).toBe(4);
});

test("a personal line that is too long is returned as typed, and nothing is decided", async () => {
  const ada = add("Ada");
  const line = "We are full. ".repeat(30);
  const refused = await organiser.post(PENDING, { decision: `declined:${ada}:pending`, note: line });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(line.trim());
  expect(db.value("select status from delegates")).toBe("pending");
  const told = { decision: `declined:${ada}:pending`, note: "We are full." };
  expect((await organiser.post(PENDING, told)).status).toBe(303);
  expect(db.rows("select kind, note from outbox")).toEqual([{ kind: "declined", note: "We are full." }]);
  expect(JSON.stringify(db.rows(`select * from ${HISTORY}`))).not.toContain("We are full");
});
