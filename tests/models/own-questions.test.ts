// What letters say of answers to the organisers' own questions, and that an erasure leaves none.
import { expect, test } from "vitest";
import { ANA, correctDelegate, openMailingModels, storedDelegate } from "../support/models.ts";
import { ANSWERS, ASKING, guestWith, SECRETS } from "../support/questions.ts";

const SETTINGS = { NOTIFY_EMAIL: "desk@example.com", UNDO_SECONDS: "0" };
const open = () => openMailingModels(undefined, { ...ASKING(), ...SETTINGS });

test("the organisers’ notice and the letter to the delegate have no answers, and a correction names the changed one", async () => {
  const site = await open();
  const { id } = await site.register(guestWith("Ida Grey") as never);
  site.startMail();
  await site.settled();
  const first = site.server.mails
    .splice(0)
    .map(({ email }) => `${email.subject} ${email.text} ${email.html}`);
  expect(first).toHaveLength(2);
  for (const answer of [...SECRETS, "Norge", "Beans"]) expect(first.join()).not.toContain(answer);
  await correctDelegate(id, { answers: { ...ANSWERS, meal: "Fish" } } as never);
  await site.settled();
  const [letter] = site.server.mails;
  expect(letter?.email.text).toContain("Which lunch would you like?: Beans → Fish");
  for (const secret of SECRETS) expect(letter?.email.text).not.toContain(secret);
});

test("an erasure leaves no answer in the database, and the export before it has all, with corrections", async () => {
  const site = await open();
  const { exportPersonalData, deletePersonalData } = await import(
    "#app/models/personal-data/personal-data.server.ts"
  );
  const { id } = await site.register(guestWith("Ida Grey") as never);
  await correctDelegate(id, { answers: { ...ANSWERS, diet: "Celery" } } as never);
  const exported = await exportPersonalData(id);
  expect(exported?.registration.answers).toEqual({ ...ANSWERS, diet: "Celery" });
  expect(exported?.corrections).toMatchObject([
    { before: { answers: ANSWERS }, after: { answers: { diet: "Celery" } } },
  ]);
  expect(site.tracesOf("walnuts")).not.toEqual([]);
  await deletePersonalData(id, ANA);
  for (const text of ["walnuts", "Celery", "Hotel Norge", "Beans"])
    expect(site.tracesOf(text), text).toEqual([]);
});

test("the keys of stored answers have the order of the file, whatever order they were given in", async () => {
  const site = await open();
  const backwards = Object.fromEntries(Object.entries(ANSWERS).reverse());
  const { id } = await site.register(guestWith("Ida Grey", backwards) as never);
  expect(JSON.stringify((await storedDelegate(id)).answers)).toBe(JSON.stringify(ANSWERS));
  expect(await correctDelegate(id, { answers: backwards } as never)).toEqual({ ok: true, correction: null });
});
