import { expect, test } from "vitest";
import { formPost, visibleText } from "../support/app.ts";
import { insertDelegate, insertDelegates } from "../support/delegates.ts";
import { boxOf, formWith } from "../support/forms.ts";
import { app, organisedForEach, organiser } from "../support/organised.ts";

const DESK = "/admin/delegates";
organisedForEach();

const columnOf = (id: number, column: string) =>
  app.sqlite.prepare(`select ${column} from delegates where id = ?`).pluck().get(id);
const statusOf = (id: number) => columnOf(id, "status");
const statuses = () => app.sqlite.prepare("select status from delegates order by id").pluck().all();
const mails = () =>
  app.sqlite.prepare("select delegate_id, kind from outbox order by id").raw().all() as [number, string][];
const addDelegate = (changes: Record<string, string> = {}) => insertDelegate(app.sqlite, changes);
const setStatus = (id: number, status: string) =>
  app.sqlite.prepare("update delegates set status = ? where id = ?").run(status, id);
const page = async (path: string) => (await organiser.get(path)).text();

/** Submits a form on a page with these choices. Returns the redirect and the next page. */
async function send(
  html: string,
  text: string,
  chosen: Record<string, string> = {},
  boxes: string[] = [],
  status = 303,
) {
  const { action, fields } = formWith(html, text);
  for (const [name, value] of Object.entries(chosen)) fields.set(name, value);
  for (const box of boxes) fields.append("id", box);
  const form = { ...formPost({}, { Cookie: organiser.cookie }), body: fields.toString() };
  const response = await app.fetch(action, form);
  expect(response.status).toBe(status);
  const shown = await (status === 303 ? await organiser.follow(response) : response).text();
  return { location: response.headers.get("Location") ?? "", html: shown, text: visibleText(shown) };
}

function expectParts({ text }: { text: string }, ...parts: string[]): void {
  for (const part of parts) expect(text).toContain(part);
}

/** Presses the button on the page that asks whether to cancel a registration. */
function pressCancel(question: string): Promise<Response> {
  const { action, fields } = formWith(question, "Cancel this registration");
  return app.fetch(action, formPost(Object.fromEntries(fields)));
}
/** Opens the cancellation page behind a delegate's private link. */
async function questionTo(id: number): Promise<string> {
  const token = columnOf(id, "link_token");
  return (await app.fetch(`/registration/${token}/cancel`)).text();
}
const cancelByLink = async (id: number) => pressCancel(await questionTo(id));
/** Checks a delegate in at the door despite warnings. */
async function checkIn(id: number) {
  await send(await page(`${DESK}/door?q=${columnOf(id, "reference")}`), "Check in");
}

test.each([
  ["a status below the line", ">Accredited</button>", "confirmed"],
  ["'Accredit'", "Accredit<", "confirmed"],
  ["'Decline'", "Decline<", "declined"],
])(
  "%s of a row does nothing to a delegate who has cancelled since, and says so",
  async (_, button, status) => {
    const id = addDelegate({ registration_type: "media_pass" });
    const opened = await page(DESK);
    await cancelByLink(id);
    const answer = await send(opened, button, { status });
    expect(statusOf(id)).toBe("cancelled");
    expect(mails()).toEqual([[id, "cancelled"]]);
    expectParts(
      answer,
      "1 delegate was not changed, because the status has changed since you opened the page: Noor Haddad is now cancelled.",
    );
    // The row shows the status as it is now, so a second press decides.
    await send(answer.html, `>${status === "confirmed" ? "Accredited" : "Declined"}</button>`);
    expect(statusOf(id)).toBe(status);
  },
);

test("a note to a delegate whose status has changed since is shown again", async () => {
  const id = addDelegate({ registration_type: "media_pass" });
  const opened = await page(DESK);
  setStatus(id, "cancelled");
  const note = { status: "declined", note: "We are full." };
  const answer = await send(opened, "Note to", note, [], 409);
  expectParts(answer, "Noor Haddad is now cancelled. Your note: “We are full.”");
  expect(mails()).toEqual([]);
});

test("of a selection, delegates changed since are left alone and named, and the others are changed", async () => {
  const names = ["Ana", "Ben", "Cleo"];
  const [ana = 0, ben = 0, cleo = 0] = names.map((name) => addDelegate({ name }));
  const opened = await page(DESK);
  await cancelByLink(ana);
  await checkIn(ben);
  const boxes = names.map((name) => boxOf(opened, name));
  const answer = await send(opened, "New status", { status: "confirmed" }, boxes);
  expect(statuses()).toEqual(["cancelled", "attended", "confirmed"]);
  expect(mails().filter(([, kind]) => kind === "confirmed")).toEqual([[cleo, "confirmed"]]);
  expectParts(answer, "1 delegate confirmed. 2 delegates were not changed");
  expectParts(answer, "Ana is now cancelled", "Ben is now attended");
  expect(answer.text).not.toContain("Cleo is");
});

test("five of many changed delegates are named and the others counted", async () => {
  insertDelegates(app.sqlite, 50);
  const opened = await page(DESK);
  app.sqlite.exec("update delegates set status = 'cancelled' where id <= 45");
  const boxes = Array.from({ length: 50 }, (_, at) => `${at + 1}:pending`);
  const answer = await send(opened, "New status", { status: "confirmed" }, boxes);
  expectParts(answer, "5 delegates confirmed. 45 delegates were not changed", "40 others.");
  expect(answer.text.match(/is now cancelled/g)).toHaveLength(5);
});

test("a deleted delegate is in no response, and one with the new status already gets no second email", async () => {
  const [gone, done] = [addDelegate({ name: "Gone" }), addDelegate()];
  const opened = await page(DESK);
  app.sqlite.prepare("delete from delegates where id = ?").run(gone);
  setStatus(done, "confirmed");
  const boxes = [gone, done].map((id) => `${id}:pending`);
  const answer = await send(opened, "New status", { status: "confirmed" }, boxes, 422);
  expectParts(answer, "Nothing changed: there were no delegates left to be confirmed.");
  expect(mails()).toEqual([]);
});

test.each([
  ["'Accredit'", "Accredit<", { decision: "confirmed:1:pending" }],
  ["'Decline' with a line", "Note to", { status: "declined", note: "Full." }],
  ["a status below the line", ">Accredited</button>", { decision: "confirmed:1:pending:open" }],
] as const)("for a delegate deleted in another window %s says so", async (_, text, chosen) => {
  addDelegate({ name: "Gone", registration_type: "media_pass" });
  const opened = await page(DESK);
  app.sqlite.exec("delete from delegates");
  addDelegate({ name: "Still there", email: "still@example.com" });
  const answer = await send(opened, text, chosen);
  expectParts(answer, "This registration has since been deleted. Nothing was changed.");
  expect(answer.text).not.toContain("no delegates left");
});

test("a form without the shown statuses changes nothing unasked", async () => {
  const id = addDelegate();
  const response = await organiser.post(DESK, { id: `${id}`, status: "confirmed" });
  const answer = await (await organiser.follow(response)).text();
  expect(statusOf(id)).toBe("pending");
  expect(visibleText(answer)).toContain("Noor Haddad is now pending");
});

test("of pending and of confirmed, one private link cancels the shown registration only", async () => {
  const id = addDelegate();
  const question = await questionTo(id);
  setStatus(id, "confirmed");
  const asked = await pressCancel(question);
  expect(statusOf(id)).toBe("confirmed");
  expect(asked.headers.get("Location")).toMatch(/^\/registration\/[0-9a-f]{32}\/cancel$/);
  const again = await (await organiser.follow(asked)).text();
  expect(visibleText(again)).toContain("Your registration has changed since you opened this page.");
  await pressCancel(again);
  expect(statusOf(id)).toBe("cancelled");
  expect(mails()).toEqual([[id, "cancelled"]]);
});

test.each([
  ["attended", "You have checked in"],
  ["declined", "We can’t offer you the"],
])("a private link used after a delegate was %s says so and changes nothing", async (status, words) => {
  const id = addDelegate();
  const question = await questionTo(id);
  setStatus(id, status);
  const response = await pressCancel(question);
  expect(visibleText(await (await organiser.follow(response)).text())).toContain(words);
  expect(statusOf(id)).toBe(status);
  expect(mails()).toEqual([]);
});

test("cancelling while another process holds the lock ends with the true status", async () => {
  for (const status of ["declined", "attended"]) {
    const id = addDelegate();
    const question = await questionTo(id);
    app.sqlite.exec("begin immediate");
    setStatus(id, status);
    const answer = pressCancel(question);
    await new Promise((resolve) => setTimeout(resolve, 100));
    app.sqlite.exec("commit");
    expect((await answer).status).toBe(303);
    expect(statusOf(id)).toBe(status);
  }
});

test("undoing a check-in restores the status before it, whatever has become of the log", async () => {
  /** Deletes the change log, then undoes a check-in at the door. */
  const undo = async (id: number) => {
    app.sqlite.exec("delete from changes");
    await organiser.post(`${DESK}/door`, { intent: "undo-check-in", id: `${id}` });
    return statusOf(id);
  };
  for (const status of ["pending", "confirmed", "declined", "cancelled"]) {
    const id = insertDelegate(app.sqlite, { name: `Was ${status}`, status });
    await checkIn(id);
    expect(statusOf(id)).toBe("attended");
    expect(await undo(id)).toBe(status);
  }
  // Marks the delegate as attended on the desk and undoes that at the door, twice.
  const id = addDelegate({ name: "Twice", status: "declined" });
  for (const status of ["declined", "pending"]) {
    setStatus(id, status);
    await send(await page(`${DESK}?q=twice`), ">Attended</button>");
    expect(await undo(id)).toBe(status);
  }
});
