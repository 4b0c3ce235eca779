import { beforeAll, expect, test } from "vitest";
import { SESSION, SPEAKER } from "../support/factories.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";

let session: number;
let speaker: number;
beforeAll(() => openOrganised());

const read = async (path: string) => (await app.fetch(path)).text();
/** The landing page with the session's dialog open. */
const page = () => read(`/?session=${session}`);
const dialog = async () => (await page()).split('role="dialog"')[1]?.split('class="dialog-end"')[0] ?? "";
const call = async (method: string, path: string, body?: object) => {
  const answer = await organiser.json(method, path, body);
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer.status === 204 ? null : answer.json();
};

test("created, replaced, connected, disconnected, restored, moved and deleted items are shown at once", async () => {
  ({ id: session } = await call("POST", "/api/admin/program", { ...SESSION, title: "Freshly made" }));
  expect(await page()).toContain("Freshly made");
  await call("PUT", `/api/admin/program/${session}`, { ...SESSION, title: "Freshly renamed" });
  expect(await page()).toContain("Freshly renamed");

  ({ id: speaker } = await call("POST", "/api/admin/speakers", { ...SPEAKER, name: "Fresh Face" }));
  expect(await page()).toContain("Fresh Face");
  expect(await dialog()).not.toContain("Fresh Face");
  await call("POST", "/api/admin/speaker-sessions", { speakerId: speaker, sessionId: session });
  expect(await dialog()).toContain("Fresh Face");
  await call("PUT", `/api/admin/speakers/${speaker}`, { ...SPEAKER, name: "Fresher Face" });
  expect(await dialog()).toContain("Fresher Face");

  await call("DELETE", `/api/admin/speaker-sessions/${speaker}/${session}`);
  expect(await dialog()).not.toContain("Fresher Face");
  expect(await page()).toContain("Fresher Face");

  await call("DELETE", `/api/admin/speakers/${speaker}`);
  expect(await page()).not.toContain("Fresher Face");
  await call("DELETE", `/api/admin/program/${session}`);
  expect(await page()).not.toContain("Freshly renamed");
});

test("changes of a speaker and their sessions are in their own dialog at once", async () => {
  const person = { ...SPEAKER, name: "New Here" };
  const { id } = await call("POST", "/api/admin/speakers", { ...person, bio: "Wrote a book." });
  const own = async () => (await read(`/?speaker=${id}`)).split('role="dialog"')[1]?.split("<script")[0];
  expect(await own()).toContain("Wrote a book.");
  expect(await own()).not.toContain("Sessions</h3>");
  await call("PUT", `/api/admin/speakers/${id}`, { ...person, bio: "Wrote two books." });
  expect(await own()).toContain("Wrote two books.");
  const made = await call("POST", "/api/admin/program", { ...SESSION, title: "Reading aloud" });
  await call("POST", "/api/admin/speaker-sessions", { speakerId: id, sessionId: made.id, role: "moderator" });
  expect(await own()).toMatch(/Reading aloud<\/a>.*moderator<\/span>/);
  await call("PUT", `/api/admin/program/${made.id}`, { ...SESSION, title: "Reading loudly" });
  expect(await own()).toContain("Reading loudly");
  await call("PUT", `/api/admin/speakers/${id}`, { ...person, bio: null });
  expect(await own()).not.toContain('class="bio"');
  await call("DELETE", `/api/admin/speakers/${id}`);
  expect(await own()).toContain("We couldn’t find that speaker.");
  await call("DELETE", `/api/admin/program/${made.id}`);
});

test("an item moved by a button of the panel has its new place on the page at once", async () => {
  const order = async () => [...(await read("/")).matchAll(/id="speaker-(\d+)"/g)].map(([, id]) => id);
  const before = await order();
  expect(before.length).toBeGreaterThan(1);
  const moved = await organiser.post("/admin/speakers", { move: "down", id: String(before[0]) });
  expect(moved.status).toBe(303);
  expect(await order()).not.toEqual(before);
});
