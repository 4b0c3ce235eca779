import { expect, test } from "vitest";
import { jsonPost } from "../support/app.ts";
import { registration, registrationForm, SESSION, SPEAKER } from "../support/factories.ts";
import { app, db, openOrganised, organisedForEach, organiser } from "../support/organised.ts";
import { ANSWERS, ASKING, fieldsWith, guestWith } from "../support/questions.ts";

organisedForEach();

const REFUSED = { status: 422 };
async function call(method: string, path: string, body?: unknown) {
  const { status, headers, ...answer } = await organiser.json(method, path, body).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: response.status === 204 ? null : await response.json(),
  }));
  return { status, headers, ...answer };
}
/** Statuses, so that a repeat of the call shows whether anything was written. */
const counts = () => ["speakers", "program_sessions", "connections", "delegates"].map(db.count);

test.each([
  ["POST", "/api/admin/program", { ...SESSION, title: undefined, titel: "News" }, "titel", "title"],
  ["PUT", "/api/admin/program/1", { ...SESSION, external_id: "s-1" }, "external_id", "externalId"],
  ["POST", "/api/admin/speakers", { ...SPEAKER, Company: "The Quill" }, "Company", "company"],
  ["PUT", "/api/admin/speakers/1", { ...SPEAKER, compny: "The Quill" }, "compny", "company"],
  ["POST", "/api/admin/speaker-sessions", { speakerId: 1, sessionId: 9, rle: "host" }, "rle", "role"],
  ["POST", "/api/registrations", { ...registration(), emial: "a@example.com" }, "emial", "email"],
  ["PUT", "/api/speakers/1/image", { imageUrl: "/objects/uploads/x" }, "imageUrl", "imageURL"],
])("%s %s refuses an unknown field and names the nearest", async (method, path, sent, field, meant) => {
  const before = counts();
  const refused = await call(method, path, sent);
  const message = `This name is unknown. Did you mean ${meant}?`;
  expect(refused).toMatchObject({ ...REFUSED, body: { errors: { [field]: [message] } } });
  expect(refused.body.message).toBe(`${field}: ${message}`);
  expect(counts()).toEqual(before);
});

test("without a near field, the refusal lists all; a field of any name is refused", async () => {
  const refuse = async (fields: string) => {
    const body = `{"speakerId": 1, "sessionId": 9, ${fields}}`;
    const headers = { Cookie: organiser.cookie, "Sec-Fetch-Site": "same-origin" };
    const sent = { ...jsonPost({}, headers), body };
    return (await app.fetch("/api/admin/speaker-sessions", sent)).json();
  };
  const message = "This name is unknown. Known names: speakerId, sessionId, role.";
  for (const name of ["colour", "__proto__", "constructor", ""])
    expect((await refuse(`"${name}": {}`)).errors).toEqual(Object.fromEntries([[name, [message]]]));
  const many = Array.from({ length: 5_000 }, (_, at) => `"x${at}": 1`);
  expect(Object.keys((await refuse(many.join())).errors)).toHaveLength(20);
});

test("an unknown question is an unknown field; forms still ignore what they do not have", async () => {
  await openOrganised(ASKING(), { isNew: true });
  const post = (answers: Record<string, string>) =>
    app.fetch("/api/registrations", jsonPost(guestWith("Ida", answers)));
  const refused = await post({ ...ANSWERS, hotl: "Hotel Norge" });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: { answers: ["This name is unknown. Did you mean hotel?"] } },
  ]);
  expect((await post(ANSWERS)).status).toBe(201);
  const form = await organiser.post("/register", { ...registrationForm(fieldsWith("Ida")), titel: "x" });
  expect(form.status).toBe(303);
});

test.each([
  ["/api/speakers", "/api/admin/speakers/"],
  ["/api/sessions/1/speakers", "/api/admin/speakers/"],
  ["/api/program?include=speakers", "/api/admin/program/"],
  ["/api/speakers/1/sessions", "/api/admin/program/"],
])("what %s returns can be sent back", async (list, path) => {
  const items = await (await app.fetch(list)).json();
  const read = await (await organiser.get(path + items[0].id)).json();
  for (const item of [items[0], read]) {
    const put = await call("PUT", path + item.id, item);
    expect([put.status, put.body.updatedAt]).toEqual([200, item.updatedAt]);
  }
});

test.each([
  ["/api/program?includ=speakers", "includ", "Did you mean include?"],
  ["/api/program?include=speakers&utm_source=x", "utm_source", "Known names: include."],
  ["/api/speakers?utm=1", "utm", "Known names: none."],
  ["/api/conference?utm=1", "utm", "Known names: none."],
  ["/api/sessions/1/speakers?page=2", "page", "Known names: none."],
  ["/api/admin/delegates?limt=5", "limt", "Did you mean limit?"],
  ["/api/admin/speaker-sessions?limit=5", "limit", "Known names: none."],
  ["/api/auth/user?limit=5", "limit", "Known names: none."],
])("GET %s refuses the unknown parameter", async (path, name, advice) => {
  // Asks twice, because a page cache may know the answer without the parameter.
  for (const _ of [1, 2]) {
    await app.fetch(path.replace(/\?.*/, ""));
    const refused = await organiser.get(path);
    const problem = `This name is unknown. ${advice}`;
    const body = { message: `${name}: ${problem}`, errors: { [name]: [problem] } };
    expect([refused.status, await refused.json()]).toEqual([422, body]);
    const anonymous = await app.fetch(path);
    const isGuarded = /^\/api\/(admin|auth)/.test(path);
    expect(anonymous.status).toBe(isGuarded ? 401 : 422);
    const isOpen = anonymous.headers.get("Access-Control-Allow-Origin") === "*";
    expect(isOpen).toBe(!isGuarded);
  }
});

test("a write with an unknown parameter changes nothing", async () => {
  const before = counts();
  for (const [method, path, body] of [
    ["DELETE", "/api/admin/speakers/1?dry-run=1", undefined],
    ["POST", "/api/admin/speakers?draft=1", SPEAKER],
    ["POST", "/api/registrations?source=x", registration()],
  ] as const)
    expect((await call(method, path, body)).status).toBe(422);
  expect(counts()).toEqual(before);
});
