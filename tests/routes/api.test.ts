import { beforeAll, beforeEach, expect, test } from "vitest";
import { type App, jsonPost, openApp, openSampleApp } from "../support/app.ts";
import { registration } from "../support/factories.ts";

let sample: App;
beforeAll(async () => {
  sample = await openSampleApp();
});
let app: App;
beforeEach(async () => {
  app = await openApp();
});

const json = async (response: Response) => {
  expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  const isPublic = response.headers.has("ETag");
  expect(response.headers.get("Cache-Control")).toBe(isPublic ? "public, no-cache" : "no-store");
  return response.json();
};
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test("GET /api/program lists every session in the order of the program", async () => {
  const response = await sample.fetch("/api/program");
  const list = await json(response);
  expect(response.status).toBe(200);
  expect(list.map(({ time }: { time: string }) => time)).toEqual([
    "8:45 AM - 9:30 AM",
    "9:40 AM - 10:30 AM",
    "11:00 AM - 12:00 PM",
    "11:00 AM - 12:00 PM",
    "11:00 AM - 12:00 PM",
    "1:15 - 2:15 PM",
    "1:15 - 2:15 PM",
    "2:30 - 3:45 PM",
    "4:00 - 5:00 PM",
  ]);
  expect(list[0]).toEqual({
    id: 1,
    title: "The front page is not where it was",
    time: "8:45 AM - 9:30 AM",
    description: expect.stringContaining("Marguerite Oyelaran opens the day"),
    type: "keynote",
    track: null,
    sortOrder: 0,
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  });
});

test("GET /api/speakers lists every speaker", async () => {
  const list = await json(await sample.fetch("/api/speakers"));
  expect(list).toHaveLength(18);
  expect(list[0]).toEqual({
    id: 1,
    name: "Marguerite Oyelaran",
    title: "Editor in chief",
    company: "The Southern Courier",
    bio: expect.stringContaining("four mastheads"),
    imageUrl: "/portraits/marguerite-oyelaran.svg",
    category: "b2c",
    featured: true,
    sortOrder: 0,
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  });
});

test("GET /api/sessions/{id}/speakers lists the speakers of a session with their roles", async () => {
  const list = await json(await sample.fetch("/api/sessions/2/speakers"));
  expect(list.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
    ["Marguerite Oyelaran", "panelist"],
    ["Daniel Okafor-Reyes", "moderator"],
    ["Gregor Achterberg", "panelist"],
    ["Samuel Adeyemi", "panelist"],
    ["Aroha Parata", "panelist"],
  ]);
  expect(await json(await sample.fetch("/api/sessions/9/speakers"))).toEqual([]);
});

test("GET /api/speakers/{id}/sessions lists the sessions of a speaker with the roles", async () => {
  const list = await json(await sample.fetch("/api/speakers/9/sessions"));
  expect(list.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
    [2, "panelist"],
    [4, "speaker"],
  ]);
});

test("an empty conference answers empty lists", async () => {
  expect(await json(await app.fetch("/api/program"))).toEqual([]);
  expect(await json(await app.fetch("/api/speakers"))).toEqual([]);
});

test.each([
  "/api/sessions/99/speakers",
  "/api/sessions/x/speakers",
  "/api/speakers/99/sessions",
  "/api/speakers/1e3/sessions",
  "/api/nowhere",
  "/api",
  "/api/",
])("%s is 404 with a message", async (path) => {
  const response = await sample.fetch(path);
  expect(response.status).toBe(404);
  expect(await json(response)).toEqual({ message: expect.stringMatching(/^There is no .+\.$/) });
});

test("GET /api/auth/user is 401 for nobody", async () => {
  const response = await app.fetch("/api/auth/user");
  expect(response.status).toBe(401);
  expect(await json(response)).toEqual({ message: "Unauthorized" });
});

test("POST /api/registrations registers and answers with the new delegate", async () => {
  const response = await app.fetch(
    "/api/registrations",
    jsonPost({ ...registration(), status: "confirmed" }),
  );
  expect(response.status).toBe(201);
  expect(await json(response)).toEqual({
    ...registration(),
    id: 1,
    status: "pending",
    reference: expect.stringMatching(/^[0-9A-F]{10}$/),
    outlet: null,
    workUrl: null,
    checkedInAt: null,
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
  });
  expect(app.sqlite.prepare("select name, status from delegates").all()).toEqual([
    { name: "Noor Haddad", status: "pending" },
  ]);
});

test("POST /api/registrations needs only the four required fields, and null means absent", async () => {
  const required = { name: "A", email: "a@example.com", jobTitle: "B", registrationType: "pr_pass" };
  const bare = await json(await app.fetch("/api/registrations", jsonPost(required)));
  expect(bare).toMatchObject({ phone: null, favoredStream: null, notes: null });
  const nulls = { ...required, phone: null, favoredStream: null, notes: null, status: null };
  expect((await app.fetch("/api/registrations", jsonPost(nulls))).status).toBe(201);
});

test("invalid registrations are 422 with every problem, the first one as the message", async () => {
  const response = await app.fetch(
    "/api/registrations",
    jsonPost({ registrationType: "pr_pass", name: 7, email: "x" }),
  );
  expect(response.status).toBe(422);
  expect(await json(response)).toEqual({
    message: "name: Expected string, received number",
    errors: {
      name: ["Expected string, received number"],
      email: ["Enter an email address in the correct format, like name@example.com"],
      jobTitle: ["Required"],
    },
  });
  expect(await json(await app.fetch("/api/registrations", jsonPost([])))).toEqual({
    message: "Expected object, received array",
    errors: { "": ["Expected object, received array"] },
  });
  expect(app.sqlite.prepare("select count(*) from delegates").pluck().get()).toBe(0);
});

test("a body that cannot be read is 400, of another kind 415, too large 413", async () => {
  const send = (body: string, type = "application/json") =>
    app.fetch("/api/registrations", jsonPost(body, { "Content-Type": type }));
  const cases: [Response, number, string][] = [
    [await send("{"), 400, "The body is not valid JSON."],
    [await send(""), 400, "The body is not valid JSON."],
    [await send("name=x", "application/x-www-form-urlencoded"), 415, "Send the body as application/json."],
    [await send("{}", "text/plain"), 415, "Send the body as application/json."],
    [
      await send(JSON.stringify({ notes: "x".repeat(140_000) })),
      413,
      "This is too much at once: you can send at most 128 kB here.",
    ],
    [
      await send(JSON.stringify({ notes: "x".repeat(140_000) }), "Application/JSON; charset=utf-8"),
      413,
      "This is too much at once: you can send at most 128 kB here.",
    ],
  ];
  for (const [response, status, message] of cases) {
    expect(response.status).toBe(status);
    expect(await json(response)).toEqual({ message });
  }
});

test("a chunked body without a length is cut at the limit too", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
  });
  const response = await app.route("/api/registrations", {
    ...jsonPost(""),
    body: endless,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(16);
});

test.each([
  ["/api/program", "GET, HEAD"],
  ["/api/speakers", "GET, HEAD"],
  ["/api/sessions/1/speakers", "GET, HEAD"],
  ["/api/speakers/1/sessions", "GET, HEAD"],
  ["/api/auth/user", "GET, HEAD"],
])("%s answers other methods with 405 and %s in Allow", async (path, allow) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const response = await sample.fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allow);
    expect(await json(response)).toEqual({ message: `This address answers ${allow} only.` });
  }
});

test.each(["/api/logout", "/healthz", "/robots.txt", "/calendar.ics"])(
  "%s is no call, and says as well which methods it answers",
  async (path) => {
    const response = await sample.fetch(path, { method: "POST" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
    expect(await response.json()).toEqual({ message: "This address answers GET, HEAD only." });
  },
);

test("/api/registrations takes POST only: nobody lists or changes delegates there", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"]) {
    const response = await app.fetch("/api/registrations", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
  }
});

test("HEAD answers as GET does, without a body", async () => {
  const response = await sample.fetch("/api/program", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

test("a failure inside is 500 with a message that leaks nothing", async () => {
  const broken = await openApp();
  broken.sqlite.exec("drop table delegates");
  const response = await broken.fetch("/api/registrations", jsonPost(registration()));
  expect(response.status).toBe(500);
  expect(await json(response)).toEqual({
    message: "Registration failed",
  });
  broken.sqlite.exec("drop table speakers");
  const read = await broken.fetch("/api/speakers");
  expect(read.status).toBe(500);
  expect(await json(read)).toEqual({
    message: "Something went wrong on our side. Please try again later.",
  });
});
