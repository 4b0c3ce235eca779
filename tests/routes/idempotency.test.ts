import { expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { formPost, jsonPost } from "../support/app.ts";
import { registration, SPEAKER } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { app, db, organisedForEach, organiser } from "../support/organised.ts";

const TOKENS = [createToken("one", "full"), createToken("two", "full")];

organisedForEach({ API_TOKENS: TOKENS.map((token) => token?.entry).join(",") });

const bearer = (index: number) => ({ Authorization: `Bearer ${TOKENS[index]?.token}` });
const post = (path: string, body: unknown, key: string | null, headers: Record<string, string> = bearer(0)) =>
  // The HTTP server drops empty headers, so a request with an empty key goes to the route.
  app[key === "" ? "route" : "fetch"](
    path,
    jsonPost(body, { ...headers, ...(key === null ? {} : { "Idempotency-Key": key }) }),
  );
const statusOf = async (...sent: Parameters<typeof post>) => (await post(...sent)).status;
const outcomeOf = async (response: Response) => [response.status, await response.json()];

const SESSION = { title: "Late news", time: "4:30 PM", type: "panel" };
const PAIR = { speakerId: 1, sessionId: 9 };
const CALLS: [string, string, Record<string, unknown>, Record<string, unknown>][] = [
  ["/api/registrations", "delegates", registration(), registration({ name: "Somebody Else" })],
  ["/api/admin/speakers", "speakers", SPEAKER, { ...SPEAKER, name: "Somebody Else" }],
  ["/api/admin/program", "program_sessions", SESSION, { ...SESSION, title: "Something else" }],
  ["/api/admin/speaker-sessions", "connections", PAIR, { ...PAIR, speakerId: 2 }],
];

test.each(CALLS)(
  "%s with a key happens once when repeated, and the key allows no other request",
  async (path, table, body, other) => {
    const before = db.count(table);
    const key = crypto.randomUUID();
    const first = await outcomeOf(await post(path, body, key));
    expect(first[0]).toBe(201);
    expect(await outcomeOf(await post(path, body, `"${key}"`))).toEqual(first);
    expect(db.count(table)).toBe(before + 1);
    const message =
      "This Idempotency-Key has already been used for a different request. Use a new key for this request.";
    expect(await outcomeOf(await post(path, other, key))).toEqual([422, { message }]);
    expect(db.count(table)).toBe(before + 1);
    expect(await statusOf(path, other, crypto.randomUUID())).toBe(201);
    expect(db.count(table)).toBe(before + 2);
  },
);

test.each(CALLS)("%s sent several times at once with a key happens once", async (path, table, body) => {
  const before = db.count(table);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(path, body, '"in flight"')));
  const all = await Promise.all(answers.map(outcomeOf));
  for (const one of all) expect(one).toEqual(all[0]);
  expect(all[0]?.[0]).toBe(201);
  expect(db.count(table)).toBe(before + 1);
});

test.each(CALLS)("the same key of another caller of %s is another key", async (path, table, body, other) => {
  const before = db.count(table);
  const login = { Cookie: organiser.cookie, "Sec-Fetch-Site": "same-origin" };
  expect(await statusOf(path, body, "k1", bearer(0))).toBe(201);
  expect(await statusOf(path, other, "k1", bearer(1))).toBe(201);
  const third = table === "connections" ? { ...PAIR, speakerId: 3 } : { ...body, ...other };
  expect(await statusOf(path, third, "k1", login)).toBe(201);
  expect(db.count(table)).toBe(before + 3);
});

test("a registration under a stranger's key is not returned to anyone else, and only in its first state", async () => {
  const first = await outcomeOf(await post("/api/registrations", registration(), "1", {}));
  expect(first[0]).toBe(201);
  const later = "status = 'confirmed', checked_in_at = 1, updated_at = updated_at + 1";
  app.sqlite.exec(`update delegates set ${later}`);
  expect(await outcomeOf(await post("/api/registrations", registration(), "1", {}))).toEqual(first);
  for (const [field, value] of Object.entries({ email: "x@example.com", phone: "", notes: "" })) {
    const guess = await post("/api/registrations", registration({ [field]: value }), "1", {});
    const [status, body] = await outcomeOf(guess);
    expect(status).toBe(422);
    expect(Object.keys(body as object)).toEqual(["message"]);
  }
  // A registration through the API has no confirmation page.
  const stored = String(db.value("select form_id from delegates"));
  const page = await app.fetch(`/register?confirmed=${encodeURIComponent(stored)}`);
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/register"]);
});

test("a form and a call with one id do not collide", async () => {
  const formId = aFormId();
  expect(await statusOf("/api/registrations", registration(), formId, {})).toBe(201);
  const byForm = await app.fetch("/register", formPost(registration({ name: "By form", formId })));
  expect(byForm.status).toBe(303);
  expect(db.count("delegates")).toBe(2);
});

test("without a key each request is an intent of its own", async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await statusOf("/api/registrations", registration(), null, {})).toBe(201);
    expect(await statusOf("/api/admin/speakers", SPEAKER, null)).toBe(201);
  }
  expect([db.count("delegates"), db.count("speakers")]).toEqual([2, 20]);
});

test("a refused request leaves its key unused", async () => {
  const path = "/api/admin/speaker-sessions";
  expect(await statusOf(path, { ...PAIR, speakerId: 99 }, "k")).toBe(404);
  expect(await statusOf("/api/admin/speakers", { ...SPEAKER, name: "" }, "k")).toBe(422);
  expect(await statusOf(path, PAIR, "k")).toBe(201);
  expect(await statusOf("/api/admin/speakers", SPEAKER, "k")).toBe(201);
  expect(await statusOf(path, PAIR, "another")).toBe(409);
});

test("an invalid key is refused for any request", async () => {
  const long = ["k".repeat(256), `"${"k".repeat(256)}"`];
  const wrong = ["", '""', '"a', 'a"', "a b", "a, b", '"a";x=1', "é", ...long];
  for (const key of wrong) {
    for (const [path, , body] of CALLS) {
      const response = await post(path, body, key);
      expect([key, response.status]).toEqual([key, 400]);
      expect((await response.json()).message).toContain("Idempotency-Key");
    }
  }
  expect([db.count("delegates"), db.count("speakers")]).toEqual([0, 18]);
  for (const key of ['"a \\"quoted\\" \\\\ key"', "k".repeat(255), `"${"k".repeat(255)}"`])
    expect(await statusOf("/api/admin/speakers", SPEAKER, key)).toBe(201);
});
