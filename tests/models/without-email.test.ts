// Walk-ins without an email address or job title.
import { expect, test } from "vitest";
import { insertDelegate } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { ANA, correctDelegate, openModels, storedDelegate } from "../support/models.ts";

async function openSite(settings: Record<string, string> = {}) {
  const site = await openModels(settings);
  const { createWalkIn } = await import("#app/models/delegate/walk-in.server.ts");
  const { createAnswersSchema, WalkInInput } = await import("#app/models/delegate/input.server.ts");
  const { undoCorrection } = await import("#app/models/delegate/correct-registration.server.ts");
  const { changeStatusIfAsShown } = await import("#app/models/delegate/status.server.ts");
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  const messages = await import("#app/models/message/message.server.ts");
  const { scheduleMessage } = await import("#app/models/message/sending.server.ts");
  const { NO_FILTER } = await import("#app/models/delegate/filter.ts");
  const add = async (name: string) => {
    const asked = { formId: crypto.randomUUID(), seen: [], byEmail: true };
    const added = await createWalkIn(WalkInInput.parse({ registrationType: "pr_pass", name }), ANA, asked);
    if (!added.ok) throw new Error("There was someone of that name");
    return added.delegate.id;
  };
  return {
    ...site,
    ...messages,
    createAnswersSchema,
    changeStatusIfAsShown,
    claimMail,
    NO_FILTER,
    scheduleMessage,
    undoCorrection,
    add,
    mails: () => site.sqlite.prepare("select delegate_id, kind from outbox order by id").all(),
  };
}

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

test("no decision about a delegate without an address creates an email", async () => {
  const { add, batch, changeStatusIfAsShown, mails } = await openSite();
  const id = await add("Søren Li");
  const decide = async (shown: "attended" | "cancelled", status: "cancelled" | "confirmed") =>
    batch((tx) => changeStatusIfAsShown(tx, [{ id, shown, note: "Sorry" }], status).get(id));
  expect(await decide("attended", "cancelled")).toBe("changed");
  expect(await decide("cancelled", "confirmed")).toBe("changed");
  expect(mails()).toEqual([]);
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
  expect(await claimMail(60_000)).toBeNull();
  expect(mails()).toEqual([]);
});

test("a message goes to those with an address, and shows how many have none", async () => {
  const site = await openSite();
  const ids = [await site.add("Søren Li"), await site.add("Ada Whitfield")];
  const reached = insertDelegate(site.sqlite, { status: "confirmed" });
  const gone = insertDelegate(site.sqlite, { email: "ben@example.com", status: "cancelled" });
  const id = (await site.createMessage({ ids: [...ids, reached, gone] }, ANA)) ?? 0;
  const seen = async () => Date.parse((await site.getMessage(id))?.updatedAt ?? "");
  const written = { subject: "Hello", text: "Hello", isForAll: true, isLive: false };
  await site.saveMessage(id, written, ANA, { seen: await seen() });
  expect(await site.getMessage(id)).toMatchObject({ recipients: 2, gone: 1, withoutEmail: 2 });
  await site.saveMessage(id, { ...written, isForAll: false }, ANA, { seen: await seen() });
  const message = await site.getMessage(id);
  expect(message).toMatchObject({ recipients: 1, gone: 1, withoutEmail: 2 });
  expect(
    (await site.listFirstAddressees(message as NonNullable<typeof message>, 3)).map((one) => one.id),
  ).toEqual([reached]);
  const options = { seen: await seen(), count: 1 };
  expect(
    await site.scheduleMessage(id, { ...written, isForAll: false, at: null }, ANA, options),
  ).toMatchObject({ recipients: 1 });
});
