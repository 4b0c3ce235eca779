// Walk-ins without an email address or job title.
import { expect, test } from "vitest";
import { insertDelegate } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { ANA, correctDelegate, openModels, storedDelegate } from "../support/models.ts";

async function openSite(settings: Record<string, string> = {}) {
  const site = await openModels(settings);
  const { createWalkIn } = await import("#app/models/delegate/walk-in.server.ts");
  const { createAnswersSchema, WalkInInput } = await import("#app/models/delegate/input.server.ts");
  const { toDelegateJson } = await import("#app/models/delegate/delegate.server.ts");
  const { undoCorrection } = await import("#app/models/delegate/correct-registration.server.ts");
  const { findDuplicates } = await import("#app/models/delegate/duplicates.server.ts");
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  const messages = await import("#app/models/message/message.server.ts");
  const { scheduleMessage } = await import("#app/models/message/sending.server.ts");
  const { NO_FILTER } = await import("#app/models/delegate/filter.ts");
  const walkIn = (changes: Record<string, unknown>) => {
    const asked = { formId: crypto.randomUUID(), seen: [], byEmail: true };
    return createWalkIn(WalkInInput.parse({ registrationType: "pr_pass", ...changes }), ANA, asked);
  };
  const add = async (name: string) => {
    const added = await walkIn({ name });
    if (!added.ok) throw new Error("There was someone of that name");
    return added.delegate.id;
  };
  return {
    ...site,
    ...messages,
    createAnswersSchema,
    changeStatusIfAsShown,
    claimMail,
    findDuplicates,
    NO_FILTER,
    scheduleMessage,
    toDelegateJson,
    undoCorrection,
    walkIn,
    add,
    mails: () => site.sqlite.prepare("select delegate_id, kind from outbox order by id").all(),
  };
}

test.each([
  [{}, "", ""],
  [{ email: null, jobTitle: null }, "", ""],
  [{ email: "", jobTitle: " " }, "", ""],
  [{ email: "\u200b\u00a0", jobTitle: "\ufeff" }, "", ""],
  [{ email: "q&a@example.com", jobTitle: "Editor" }, "q&a@example.com", "Editor"],
])("a name and a pass make a walk-in, with %j", async (changes, email, jobTitle) => {
  const { walkIn, mails } = await openSite();
  const added = await walkIn({ name: "Søren Li", ...changes });
  expect(added).toMatchObject({ ok: true, delegate: { email, jobTitle } });
  expect(mails()).toHaveLength(email ? 1 : 0);
});

test("a given address and job title are validated, and registrations and list rows need both", async () => {
  const { createAnswersSchema } = await openSite();
  const { WalkInInput } = await import("#app/models/delegate/input.server.ts");
  type Schema = {
    safeParse: (answers: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } };
  };
  const issuesOf = (schema: Schema, answers: unknown) =>
    schema.safeParse(answers).error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  const wrong = registration({ email: "soren", jobTitle: "See a@example.com" });
  const [email, jobTitle] = [expect.stringMatching(/^email/), expect.stringMatching(/^jobTitle/)];
  expect(issuesOf(WalkInInput, wrong)).toEqual([email, jobTitle]);
  expect(issuesOf(WalkInInput, { registrationType: "pr_pass" })).toEqual(["name: Required"]);
  const nothing = registration({ email: "", jobTitle: "" });
  expect(issuesOf(createAnswersSchema(null), nothing)).toEqual(["email: Required", "jobTitle: Required"]);
});

test("two delegates without an address are not duplicates, and missing values are null in JSON", async () => {
  const { add, walkIn, findDuplicates, toDelegateJson } = await openSite();
  const soren = await storedDelegate(await add("Søren Li"));
  const ada = await storedDelegate(await add("Ada Whitfield"));
  expect(await findDuplicates([soren, ada])).toEqual(new Map());
  expect(toDelegateJson(soren)).toMatchObject({ email: null, jobTitle: null });
  const known = { ok: false, reason: "known", known: [{ id: soren.id }] };
  expect(await walkIn({ name: "Soren LI" })).toMatchObject(known);
});

test("no decision about a delegate without an address creates an email", async () => {
  const { add, batch, changeStatusIfAsShown, mails } = await openSite();
  const id = await add("Søren Li");
  const decide = async (shown: "attended" | "cancelled", status: "cancelled" | "confirmed") =>
    batch((tx) => changeStatusIfAsShown(tx, [{ id, shown, note: "Sorry" }], status).get(id));
  expect(await decide("attended", "cancelled")).toBe("changed");
  expect(await decide("cancelled", "confirmed")).toBe("changed");
  expect(mails()).toEqual([]);
});

test("a correction may leave missing values out, but not remove existing ones", async () => {
  const { add, mails } = await openSite();
  const id = await add("Søren Li");
  const given = { email: "soren@example.com", jobTitle: "Editor" };
  expect(await correctDelegate(id, { phone: "0400 555 010" })).toMatchObject({ ok: true });
  expect(mails()).toEqual([]);
  expect(await correctDelegate(id, given)).toMatchObject({ ok: true });
  expect(mails()).toEqual([{ delegate_id: id, kind: "changed" }]);
  expect(await storedDelegate(id)).toMatchObject(given);
  for (const removed of ["email", "jobTitle"])
    await expect(correctDelegate(id, { [removed]: "" })).rejects.toThrow("Required");
});

test("mail waiting for an address that an undo removes is not sent", async () => {
  const { add, batch, changeStatusIfAsShown, undoCorrection, claimMail, mails, sqlite } = await openSite({
    UNDO_SECONDS: "30",
  });
  const id = await add("Søren Li");
  const corrected = await correctDelegate(id, { email: "soren@example.com" });
  await batch((tx) => changeStatusIfAsShown(tx, [{ id, shown: "attended" }], "cancelled"));
  expect(mails()).toEqual([
    { delegate_id: id, kind: "changed" },
    { delegate_id: id, kind: "cancelled" },
  ]);
  expect(await undoCorrection(corrected.ok ? (corrected.correction ?? 0) : 0, ANA)).toMatchObject({
    ok: true,
  });
  expect((await storedDelegate(id)).email).toBe("");
  sqlite.exec("update outbox set next_attempt_at = 1");
  expect(await claimMail(60_000, 60_000)).toBeNull();
  expect(mails()).toEqual([]);
});

test("a message goes to those with an address, and shows how many have none", async () => {
  const site = await openSite();
  const ids = [await site.add("Søren Li"), await site.add("Ada Whitfield")];
  const reached = insertDelegate(site.sqlite, { status: "confirmed" });
  const gone = insertDelegate(site.sqlite, { email: "ben@example.com", status: "cancelled" });
  expect(await site.countExcluded(site.NO_FILTER)).toEqual({ gone: 1, withoutEmail: 2 });
  const id = (await site.createMessage({ ids: [...ids, reached, gone] }, ANA)) ?? 0;
  const seen = async () => Date.parse((await site.getMessage(id))?.updatedAt ?? "");
  const written = { subject: "Hello", text: "Hello", isForAll: true };
  await site.saveMessage(id, written, ANA, { seen: await seen() });
  expect(await site.getMessage(id)).toMatchObject({ recipients: 2, gone: 1, withoutEmail: 2 });
  await site.saveMessage(id, { ...written, isForAll: false }, ANA, { seen: await seen() });
  const message = await site.getMessage(id);
  expect(message).toMatchObject({ recipients: 1, gone: 1, withoutEmail: 2 });
  expect((await site.getNextAddressee(message as NonNullable<typeof message>))?.id).toBe(reached);
  const options = { seen: await seen(), count: 1 };
  expect(await site.scheduleMessage(id, null, ANA, options)).toMatchObject({ recipients: 1 });
});
