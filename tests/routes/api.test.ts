import { expect, test } from "vitest";
import { BLANK_REGISTRATION } from "#app/vocabulary/registration.ts";
import { jsonPost } from "../support/app.ts";
import { registration } from "../support/factories.ts";
import { app, db, organisedForEach } from "../support/organised.ts";

organisedForEach();

const json = async (response: Response) => {
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  const isPublic = response.headers.has("ETag");
  expect(response.headers.get("Cache-Control")).toBe(isPublic ? "public, no-cache" : "no-store");
  return response.json();
};
const get = async (path: string) => json(await app.fetch(path));
const register = (body: unknown) => app.fetch("/api/registrations", jsonPost(body));
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TIMES = { createdAt: TIMESTAMP, updatedAt: TIMESTAMP };

test("GET /api/program lists every session in the order of the program", async () => {
  const list = await get("/api/program");
  const eleven = Array.from({ length: 3 }, () => "11:00 AM - 12:00 PM");
  const morning = ["8:45 AM - 9:30 AM", "9:40 AM - 10:30 AM", ...eleven];
  const afternoon = ["1:15 - 2:15 PM", "1:15 - 2:15 PM", "2:30 - 3:45 PM", "4:00 - 5:00 PM"];
  expect(list.map(({ time }: { time: string }) => time)).toEqual([...morning, ...afternoon]);
  expect(list[0]).toEqual({
    id: 1,
    title: "The front page is not where it was",
    time: "8:45 AM - 9:30 AM",
    description: expect.stringContaining("Marguerite Oyelaran opens the day"),
    type: "keynote",
    track: null,
    room: null,
    tags: null,
    links: null,
    status: "scheduled",
    startsAt: "2025-09-11T08:45:00+10:00",
    endsAt: "2025-09-11T09:30:00+10:00",
    roomName: null,
    remark: null,
    sortOrder: 0,
    ...TIMES,
  });
});

test("GET /api/speakers lists every speaker", async () => {
  const list = await get("/api/speakers");
  expect(list).toHaveLength(18);
  expect(list[0]).toEqual({
    id: 1,
    name: "Marguerite Oyelaran",
    pronouns: null,
    title: "Editor in chief",
    company: "The Southern Courier",
    bio: expect.stringContaining("four mastheads"),
    imageUrl: "/portraits/marguerite-oyelaran.svg",
    category: "b2c",
    featured: true,
    links: null,
    sortOrder: 0,
    ...TIMES,
  });
});

test("GET /api/sessions/{id}/speakers lists the speakers of a session with their roles", async () => {
  const list = await get("/api/sessions/2/speakers");
  expect(list.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
    ["Marguerite Oyelaran", "panelist"],
    ["Daniel Okafor-Reyes", "moderator"],
    ["Gregor Achterberg", "panelist"],
    ["Samuel Adeyemi", "panelist"],
    ["Aroha Parata", "panelist"],
  ]);
  expect(await get("/api/sessions/9/speakers")).toEqual([]);
});

test("GET /api/speakers/{id}/sessions lists the sessions of a speaker with the roles", async () => {
  const list = await get("/api/speakers/9/sessions");
  expect(list.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
    [2, "panelist"],
    [4, "speaker"],
  ]);
});

test("an empty conference has empty lists", async () => {
  app.sqlite.exec("delete from connections; delete from speakers; delete from program_sessions");
  expect([await get("/api/program"), await get("/api/speakers")]).toEqual([[], []]);
});

const UNKNOWN = ["/api/sessions/99/speakers", "/api/sessions/x/speakers", "/api/speakers/99/sessions"];
test.each([...UNKNOWN, "/api/speakers/1e3/sessions", "/api/nowhere", "/api", "/api/", "/api/auth/user"])(
  "%s is refused to strangers with a message",
  async (path) => {
    const response = await app.fetch(path);
    const isUser = path === "/api/auth/user";
    expect(response.status).toBe(isUser ? 401 : 404);
    const message = isUser
      ? expect.stringMatching(/^Unauthorized: no one is logged in/)
      : expect.stringMatching(/^There is no .+\.$/);
    expect(await json(response)).toEqual({ message });
  },
);

test("POST /api/registrations registers and returns the new delegate", async () => {
  const response = await register({ ...registration(), status: "confirmed" });
  expect(response.status).toBe(201);
  // The sample asks no questions of its own.
  const { answers: _, ...blank } = BLANK_REGISTRATION;
  expect(await json(response)).toEqual({
    ...blank,
    ...registration(),
    id: 1,
    status: "pending",
    place: "held",
    reference: expect.stringMatching(/^[0-9A-F]{10}$/),
    checkedInAt: null,
    paidAt: null,
    ...TIMES,
  });
  expect(db.rows("select name, status from delegates")).toEqual([{ name: "Noor Haddad", status: "pending" }]);
});

test("POST /api/registrations needs only the four required fields, and null means absent", async () => {
  const required = { name: "A", email: "a@example.com", jobTitle: "B", registrationType: "pr_pass" };
  const bare = await json(await register(required));
  expect(bare).toMatchObject({ phone: null, favoredStream: null, notes: null });
  const nulls = { ...required, phone: null, favoredStream: null, notes: null, status: null };
  expect((await register(nulls)).status).toBe(201);
});

test("invalid registrations are 422 with every problem, the first one as the message", async () => {
  const response = await register({ registrationType: "pr_pass", name: 7, email: "x" });
  expect(response.status).toBe(422);
  expect(await json(response)).toEqual({
    message: "name: Expected string, received number",
    errors: {
      name: ["Expected string, received number"],
      email: ["Enter an email address in the correct format, like name@example.com"],
      jobTitle: ["Required"],
    },
  });
  expect(await json(await register([]))).toEqual({
    message: "Expected object, received array",
    errors: { "": ["Expected object, received array"] },
  });
  expect(db.count("delegates")).toBe(0);
});

test("an unreadable body is 400, of another type 415, too large 413", async () => {
  const send = (body: string, type = "application/json") =>
    app.fetch("/api/registrations", jsonPost(body, { "Content-Type": type }));
  const large = JSON.stringify({ notes: "x".repeat(140_000) });
  const tooMuch = "This is too large. The limit is 128 kB.";
  const cases: [Response, number, string][] = [
    [await send("{"), 400, "The body is not valid JSON."],
    [await send(""), 400, "The body is not valid JSON."],
    [await send("name=x", "application/x-www-form-urlencoded"), 415, "Send the body as application/json."],
    [await send("{}", "text/plain"), 415, "Send the body as application/json."],
    [await send(large), 413, tooMuch],
    [await send(large, "Application/JSON; charset=utf-8"), 413, tooMuch],
  ];
  for (const [response, status, message] of cases) {
    expect(response.status).toBe(status);
    expect(await json(response)).toEqual({ message });
  }
});

test("a chunked body without a length is cut at the limit, too", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
  });
  const init = { ...jsonPost(""), body: endless, duplex: "half" } as RequestInit;
  const response = await app.route("/api/registrations", init);
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(16);
});

const READ_ONLY = [
  "/api/conference",
  "/api/program",
  "/api/speakers",
  "/api/sessions/1/speakers",
  "/api/speakers/1/sessions",
];
const OTHERS = [
  "/api/auth/user",
  "/api/openapi.json",
  "/api/logout",
  "/healthz",
  "/robots.txt",
  "/calendar.ics",
  "/api/docs",
  "/privacy",
];
test.each([
  ...[...READ_ONLY, ...OTHERS].map(
    (path) => [path, "GET, HEAD, OPTIONS", ["POST", "PUT", "PATCH", "DELETE"]] as const,
  ),
  ["/api/registrations", "POST, OPTIONS", ["GET", "HEAD", "PUT", "PATCH", "DELETE"]] as const,
])("%s answers other methods than %s with 405", async (path, allow, methods) => {
  for (const method of methods) {
    const response = await app.fetch(path, { method });
    expect([response.status, response.headers.get("Allow")], method).toEqual([405, allow]);
    if (path.startsWith("/api/") && method !== "HEAD")
      expect(await response.json()).toEqual({ message: `This address supports only ${allow}.` });
  }
});

test("an internal failure is 500 with a message that leaks nothing", async () => {
  app.sqlite.exec("drop table connections; drop table delegates; drop table speakers");
  const message = "Something went wrong on our side. Please try again later.";
  for (const [response, words] of [
    [await register(registration()), "Registration failed"],
    [await app.fetch("/api/speakers"), message],
  ] as const)
    expect([response.status, await json(response)]).toEqual([500, { message: words }]);
});
