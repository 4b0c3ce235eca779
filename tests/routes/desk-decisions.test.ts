import { expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { HISTORY } from "../support/history.ts";
import { app, db, missing, organisedForEach, organiser, pageOf } from "../support/organised.ts";

organisedForEach();

const PENDING = "/admin/delegates?status=pending";
const add = (name: string) => insertDelegate(app.sqlite, { name, registration_type: "media_pass" });

test("a decided delegate leaves the list, and the others stay", async () => {
  const [ada] = [add("Ada"), add("Ben")];
  const decided = await organiser.post(PENDING, { decision: `confirmed:${ada}:pending` });
  expect(decided.headers.get("Location")).toBe(PENDING);
  const html = await (await organiser.follow(decided)).text();
  const text = visibleText(html);
  const parts = ["Success Ada accredited.", "Showing 1 of 1", "Export 1 delegate as CSV"];
  expect(missing(text, parts)).toEqual([]);
  expect(text.match(/Select (Ada|Ben)/g)).toEqual(["Select Ben"]);
});

test("an open page asks for its rows as they are now, wherever they are", async () => {
  const [ada, ben] = [add("Ada"), add("Ben")];
  await organiser.post(PENDING, { decision: `declined:${ada}:pending` });
  add("Cleo");
  const html = await pageOf(`${PENDING}&rows=${ada},${ben}`);
  expect(html.match(/form="bulk" name="id" value="\d+:\w+"/g)).toEqual([
    `form="bulk" name="id" value="${ada}:declined"`,
    `form="bulk" name="id" value="${ben}:pending"`,
  ]);
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

test("a second press on the current status of a row sends nothing", async () => {
  const ada = add("Ada");
  const html = await pageOf(PENDING);
  const typeOf = (status: string) =>
    html
      .split("<button")
      .find((tag) => tag.includes(`"${status}:${ada}:pending:open"`))
      ?.match(/type="(\w+)"/)?.[1];
  expect(["pending", "confirmed"].map(typeOf)).toEqual(["button", "submit"]);
});
