import { beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { insertDelegate } from "../support/delegates.ts";
import { app, db, openOrganised, organiser, textAfter, textOf } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";

const READ = createToken("reader", "read");
const PUBLIC = createToken("screen", "public");
beforeEach(() => openOrganised({ API_TOKENS: `${READ?.entry},${PUBLIC?.entry}` }));

const EXPORTS = [
  "/admin/delegates.csv?q=noor",
  "/admin/speakers.csv",
  "/admin/program.csv",
  "/admin/connections.csv",
  "/admin/delegates/1/personal-data.json",
];
const DELEGATES = "/api/admin/delegates";
const ask = (path: string, token: string | undefined) =>
  app.fetch(path, { headers: { Authorization: `Bearer ${token}` } });
const exported = () =>
  db.rows(`select actor, changes.subject, subject_id as id, changes.label from changes
    join changesets on changesets.id = changeset_id where action = 'exported' order by changes.id`);
const ageLogin = (minutes: number) =>
  app.sqlite
    .prepare("update login_sessions set sess = json_set(sess, '$.startedAt', ?)")
    .run(Date.now() - minutes * 60_000);
const addDelegate = () => insertDelegate(app.sqlite, { name: "Ida Grey", status: "confirmed" });

test("the history says who exported a list or a person’s data", async () => {
  addDelegate();
  for (const path of EXPORTS) expect((await organiser.get(path)).status, path).toBe(200);
  const list = { actor: ORGANISER, subject: "list", id: null };
  expect(exported()).toEqual([
    { ...list, label: "delegates" },
    { ...list, label: "speakers" },
    { ...list, label: "program" },
    { ...list, label: "connections" },
    { actor: ORGANISER, subject: "delegate", id: 1, label: null },
  ]);
  const [dashboard, person] = await Promise.all(["/admin", "/admin/delegates/1"].map(textOf));
  expect(dashboard).toContain("Exported the delegates");
  expect(person).toContain("Exported the personal data");
});

test("the history names a program that reads the delegates, once a day", async () => {
  for (const _ of ["first", "second"]) expect((await ask(DELEGATES, READ?.token)).status).toBe(200);
  expect(exported()).toEqual([{ actor: "token reader", subject: "list", id: null, label: "delegates" }]);
});

test("exports and erasure need a login of the past hour, and the page leads to one", async () => {
  addDelegate();
  ageLogin(59);
  for (const path of EXPORTS) expect((await organiser.get(path)).status, path).toBe(200);
  ageLogin(61);
  for (const path of EXPORTS) {
    const refused = await organiser.get(path);
    const screen = path.replace(".csv", "").replace("/personal-data.json", "");
    expect(refused.headers.get("Location")).toBe(`/api/login?again&to=${encodeURIComponent(screen)}`);
  }
  const { status } = await organiser.json("GET", DELEGATES);
  expect(status).toBe(401);
  const erased = await organiser.post("/admin/delegates/1?delete=", { intent: "delete", formId: "f-1" });
  expect(await textAfter(erased)).toContain("You logged in more than an hour ago.");
  expect(db.count("delegates")).toBe(1);
  expect((await ask(DELEGATES, READ?.token)).status).toBe(200);
  // Someone who is logged in can log in again.
  expect((await organiser.get("/api/login?again=now")).status).toBe(200);
});

test("a token with the right “public” reads the numbers and the program, and nothing else", async () => {
  addDelegate();
  const numbers = await ask("/api/admin/numbers", PUBLIC?.token);
  expect(await numbers.json()).toEqual([{ registrationType: "pr_pass", status: "confirmed", count: 1 }]);
  expect((await ask("/api/program", PUBLIC?.token)).status).toBe(200);
  for (const [path, right] of [
    [DELEGATES, "delegates:read"],
    ["/api/admin/speaker-sessions", "program:read"],
  ] as const) {
    const refused = await ask(path, PUBLIC?.token);
    expect(refused.status, path).toBe(403);
    const message = `This call needs the right ${right}, which this token does not have.`;
    expect(await refused.json()).toEqual({ message });
  }
  expect((await ask("/api/admin/nothing", PUBLIC?.token)).status).toBe(404);
  expect((await ask("/api/admin/numbers", READ?.token)).status).toBe(200);
  expect((await app.fetch("/api/admin/numbers")).status).toBe(401);
});
