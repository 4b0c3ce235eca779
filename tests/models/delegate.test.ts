import { beforeEach, expect, test, vi } from "vitest";
import { BLANK_REGISTRATION, type Registration } from "#app/vocabulary/registration.ts";
import { useNewDataDir } from "../support/database.ts";
import { delegateOf } from "../support/delegates.ts";

let model: typeof import("#app/models/delegate/delegate.server.ts");
let sqlite: typeof import("#app/db/connection.server.ts").sqlite;
beforeEach(async () => {
  useNewDataDir();
  model = await import("#app/models/delegate/delegate.server.ts");
  ({ sqlite } = await import("#app/db/connection.server.ts"));
});

const ANSWERS: Registration = {
  ...BLANK_REGISTRATION,
  registrationType: "pr_pass",
  name: "Noor Haddad",
  email: "noor@example.com",
  jobTitle: "Lead",
  favoredStream: "b2b",
};
const FORM_ID = "3f0e7a52-5f43-4b8e-9a57-1f1f0d1c2b3a";
const rowCount = () => sqlite.prepare("select count(*) from delegates").pluck().get();

test("a registration starts as pending", async () => {
  const result = await model.createRegistration(ANSWERS, null);
  expect(result).toMatchObject({ ok: true, delegate: { ...ANSWERS, id: 1, status: "pending" } });
});

test("the same answers with a used form id return the first delegate and add no row", async () => {
  const first = await model.createRegistration(ANSWERS, FORM_ID);
  const second = await model.createRegistration(ANSWERS, FORM_ID);
  expect(second).toEqual({ ...first, isNew: false });
  expect(rowCount()).toBe(1);
});

test("other answers with a used form id are refused with a distinct reason", async () => {
  await model.createRegistration(ANSWERS, FORM_ID);
  const second = await model.createRegistration({ ...ANSWERS, name: "Sam Haddad" }, FORM_ID);
  expect(second).toMatchObject({ ok: false, reason: "formIdUsed", delegate: { name: "Noor Haddad" } });
  expect(rowCount()).toBe(1);
});

test("one address may register several delegates", async () => {
  await model.createRegistration(ANSWERS, FORM_ID);
  await model.createRegistration({ ...ANSWERS, name: "Sam Haddad" }, "3f0e7a52-5f43-4b8e-9a57-1f1f0d1c2b3b");
  await model.createRegistration(ANSWERS, null);
  await model.createRegistration(ANSWERS, null);
  expect(rowCount()).toBe(4);
});

test("a delegate in JSON has no form id, and times in UTC", async () => {
  const delegate = delegateOf(await model.createRegistration(ANSWERS, FORM_ID));
  const json = model.toDelegateJson(delegate);
  expect(json).not.toHaveProperty("formId");
  expect(json.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a row added by another program is found after the upkeep has run", async () => {
  const { searchDelegates } = await import("#app/models/delegate/search.server.ts");
  const { NO_FILTER } = await import("#app/models/delegate/filter.ts");
  const { startMaintenance, endMaintenance } = await import("#app/server/maintenance.server.ts");
  sqlite.exec(
    "insert into delegates (name, email, job_title, registration_type) values ('Zoë Müller', 'z@example.com', 'J', 'pr_pass')",
  );
  const find = async () => (await searchDelegates({ ...NO_FILTER, q: "zoe muller" }, 1)).delegates;
  expect(await find()).toEqual([]);
  startMaintenance();
  await vi.waitFor(async () => expect(await find()).toMatchObject([{ name: "Zoë Müller" }]));
  await endMaintenance();
});
