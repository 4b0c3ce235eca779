import { beforeEach, expect, test } from "vitest";
import { type App, openSampleApp } from "../support/app.ts";
import { ORGANISER, type Organiser, organiserOf } from "../support/organiser.ts";

let app: App;
let organiser: Organiser;
beforeEach(async () => {
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER });
  organiser = await organiserOf(app);
});

const SPEAKER = {
  name: "Zara Quill",
  title: "Editor",
  company: "The Quill",
  bio: null,
  imageUrl: null,
  category: "tech",
  featured: true,
};
const SESSION = { title: "Late news", time: "4:30 PM", description: null, type: "panel", track: "b2b" };
const TIMES = { createdAt: expect.any(String), updatedAt: expect.any(String) };

test("speakers are created, replaced and deleted", async () => {
  const created = await organiser.json("POST", "/api/admin/speakers", SPEAKER);
  expect(created.status).toBe(201);
  expect(await created.json()).toEqual({ ...SPEAKER, id: 19, sortOrder: 18, ...TIMES });

  const { name, title, company, category } = { ...SPEAKER, name: "Zara Q" };
  const replaced = await organiser.json("PUT", "/api/admin/speakers/19", { name, title, company, category });
  expect(replaced.status).toBe(200);
  expect(await replaced.json()).toMatchObject({ name: "Zara Q", featured: false, bio: null });

  expect((await organiser.json("DELETE", "/api/admin/speakers/19")).status).toBe(204);
  for (const method of ["PUT", "DELETE"]) {
    const gone = await organiser.json(
      method,
      "/api/admin/speakers/19",
      method === "PUT" ? SPEAKER : undefined,
    );
    expect(gone.status).toBe(404);
    expect(await gone.json()).toEqual({ message: "There is no speaker with this id." });
  }
});

test("sessions are created, replaced and deleted; the track 'none' is null", async () => {
  const created = await organiser.json("POST", "/api/admin/program", { ...SESSION, track: "none" });
  expect(created.status).toBe(201);
  expect(await created.json()).toEqual({ ...SESSION, track: null, id: 10, sortOrder: 9, ...TIMES });
  const replaced = await organiser.json("PUT", "/api/admin/program/10", { ...SESSION, type: "briefing" });
  expect(await replaced.json()).toMatchObject({ track: "b2b", type: "briefing" });
  expect((await organiser.json("DELETE", "/api/admin/program/10")).status).toBe(204);
  expect((await organiser.json("DELETE", "/api/admin/program/10")).status).toBe(404);
});

test("speakers and sessions are connected once, listed with both, and disconnected", async () => {
  const pair = { speakerId: 1, sessionId: 9 };
  const created = await organiser.json("POST", "/api/admin/speaker-sessions", pair);
  expect(created.status).toBe(201);
  expect(await created.json()).toMatchObject({
    ...pair,
    role: "speaker",
    speaker: { name: "Marguerite Oyelaran" },
    session: { title: "Drinks with the newsroom" },
  });
  const again = await organiser.json("POST", "/api/admin/speaker-sessions", pair);
  expect(again.status).toBe(409);
  expect(await again.json()).toEqual({ message: "This speaker is already connected to this session" });

  const list = await (await organiser.json("GET", "/api/admin/speaker-sessions")).json();
  expect(list).toHaveLength(23);
  expect(list[0]).toMatchObject({ speaker: { id: 1 }, session: { id: 1 } });
  expect((await organiser.json("DELETE", "/api/admin/speaker-sessions/1/9")).status).toBe(204);
  expect((await organiser.json("DELETE", "/api/admin/speaker-sessions/1/9")).status).toBe(404);
  expect(
    (await organiser.json("POST", "/api/admin/speaker-sessions", { speakerId: 99, sessionId: 9 })).status,
  ).toBe(404);
});

test("delegates are listed, the newest first", async () => {
  const insert = app.sqlite.prepare(
    "insert into delegates (name, email, job_title, registration_type) values (?, 'n@example.com', 'J', 'pr_pass')",
  );
  insert.run("First");
  insert.run("Second");
  const list = await (await organiser.json("GET", "/api/admin/delegates")).json();
  expect(list.map(({ name }: { name: string }) => name)).toEqual(["Second", "First"]);
  expect(list[0]).not.toHaveProperty("formId");
});

test("invalid input is 422 by field and changes nothing", async () => {
  const cases: [string, unknown, Record<string, string[]>][] = [
    [
      "/api/admin/speakers",
      { name: " ", title: 1, company: "C", category: "print" },
      {
        name: ["Required"],
        title: ["Expected string, received number"],
        category: ["Expected 'b2c' | 'b2b' | 'tech' | 'media', received 'print'"],
      },
    ],
    [
      "/api/admin/speakers",
      { ...SPEAKER, featured: "yes", imageUrl: "https://evil.example/x.png" },
      { featured: ["Expected boolean, received string"], imageUrl: ["Use an image that was uploaded here"] },
    ],
    ["/api/admin/program", { title: "T" }, { time: ["Required"], type: ["Required"] }],
    [
      "/api/admin/speaker-sessions",
      { speakerId: "1", role: "host" },
      {
        speakerId: ["Expected number, received string"],
        sessionId: ["Required"],
        role: ["Expected 'speaker' | 'moderator' | 'panelist', received 'host'"],
      },
    ],
  ];
  for (const [path, body, errors] of cases) {
    const response = await organiser.json("POST", path, body);
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toEqual(errors);
  }
  expect(app.sqlite.prepare("select count(*) from speakers").pluck().get()).toBe(18);
});

test("without a login every call is 401 with a message", async () => {
  for (const path of ["/api/admin/speakers", "/api/admin/delegates", "/api/admin/nowhere"]) {
    const response = await app.fetch(path);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: "Unauthorized" });
  }
});

test("a login does not open the calls to other sites", async () => {
  const response = await app.fetch("/api/admin/speakers/1", {
    method: "DELETE",
    headers: { Cookie: organiser.cookie, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  });
  expect(response.status).toBe(403);
  expect(app.sqlite.prepare("select count(*) from speakers").pluck().get()).toBe(18);
});
