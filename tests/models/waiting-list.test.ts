// Places that become free are offered to those who wait, by real emails.
import { expect, test } from "vitest";
import { until } from "../faults/support/until.ts";
import { ANA, openMailingModels, storedDelegate, transferDelegate } from "../support/models.ts";
import { guest, insertWaiting, withPlaces } from "../support/places.ts";

/** Opens a site with so many places, all taken by 'Guest 1', 'Guest 2' and so on, and three who wait. */
async function openFull(places: number, settings: Record<string, string> = {}) {
  const site = await openMailingModels(undefined, {
    ...withPlaces(places),
    UNDO_SECONDS: "1",
    ...settings,
  });
  for (let number = 1; number <= places; number += 1) await site.register(guest(`Guest ${number}`));
  for (const name of ["Una Waits", "Ben Waits", "Cy Waits"]) await site.register(guest(name));
  site.startMail();
  await site.settled();
  return {
    ...site,
    offered: () => site.column("select name from delegates where offered_until is not null order by id"),
    /** Subjects of the letters to a guest, except the first. */
    lettersTo: (name: string) =>
      site.server.mails
        .filter(({ to }) => to.includes(guest(name).email))
        .map(({ email }) => email)
        .slice(1),
    idOf: (name: string) => site.column(`select id from delegates where name = '${name}'`)[0] as number,
  };
}
type Site = Awaited<ReturnType<typeof openFull>>;

const linkOf = async (id: number) => (await storedDelegate(id)).linkToken;
async function cancel(id: number) {
  const { cancelByLink } = await import("#app/models/delegate/private-link.server.ts");
  expect(await cancelByLink(await linkOf(id), "pending")).toEqual({ outcome: "cancelled" });
}
const untilOffered = (site: Site, names: string[]) =>
  until(`${names.join()} has an offer`, () => String(site.offered()) === String(names), 6_000);

test("a place that a guest cancels is offered to the first who waits, by one letter with its end", async () => {
  const site = await openFull(50);
  const cancelled = Date.now();
  await cancel(7);
  // An undo may bring its holder back until then.
  await until("half the time for an undo is over", () => Date.now() > cancelled + 500);
  expect(site.offered()).toEqual([]);
  await untilOffered(site, ["Una Waits"]);
  expect(Date.now() - cancelled).toBeGreaterThan(1_000);
  await until("the letter has come", () => site.lettersTo("Una Waits").length > 0, 5_000);
  expect(Date.now() - cancelled).toBeLessThan(6_000);
  await site.settled();

  const [letter, ...others] = site.lettersTo("Una Waits");
  expect(others).toEqual([]);
  const { offeredUntil } = await storedDelegate(site.idOf("Una Waits"));
  const hours = (Number(offeredUntil) - cancelled) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(24.01);
  const { momentInWords } = await import("#app/conference/date-text.ts");
  expect(letter?.subject).toContain(`until ${momentInWords(offeredUntil as Date)}`);
  expect(letter?.text).toContain(`It’s yours if you take it by ${momentInWords(offeredUntil as Date)}.`);
  expect(letter?.attachments).toEqual([]);
  expect([...site.lettersTo("Ben Waits"), ...site.lettersTo("Cy Waits")]).toEqual([]);
});

test("the letter after the place is taken is the ordinary one, with code and calendar", async () => {
  const site = await openFull(2);
  await cancel(1);
  await untilOffered(site, ["Una Waits"]);
  const { takePlaceByLink } = await import("#app/models/delegate/private-link.server.ts");
  const link = await linkOf(site.idOf("Una Waits"));
  expect(await Promise.all([1, 2, 3].map(() => takePlaceByLink(link)))).toEqual(
    [1, 2, 3].map(() => ({ outcome: "taken" })),
  );
  await site.settled();
  const letters = site.lettersTo("Una Waits");
  expect(letters.map(({ attachments }) => attachments.map(({ filename }) => filename))).toContainEqual([
    "code.png",
    "fjord-days.ics",
  ]);
  expect(letters.filter(({ subject }) => subject?.startsWith("Your registration"))).toHaveLength(1);
  expect(site.offered()).toEqual(["Una Waits"]);
});

type Cause = (site: Site) => Promise<unknown>;
const giveUp: Cause = async (site) => {
  await cancel(1);
  await untilOffered(site, ["Una Waits"]);
  await cancel(site.idOf("Una Waits"));
};
const CAUSES: Record<string, Cause> = {
  "is declined": async () => {
    const { changeStatuses } = await import("#app/models/delegate/status-change.server.ts");
    await changeStatuses([{ id: 1, shown: "pending" }], {
      status: "declined",
      actor: ANA,
      formId: crypto.randomUUID(),
    });
  },
  "is erased": async () => {
    const { deletePersonalData } = await import("#app/models/personal-data/personal-data.server.ts");
    expect(await deletePersonalData(1, ANA)).not.toBeNull();
  },
  "gives up an offered place": giveUp,
};

test.each(Object.entries(CAUSES))(
  "if someone %s, the next who waits is offered the place",
  async (_, act) => {
    const site = await openFull(2);
    await act(site);
    await untilOffered(site, ["Una Waits", "Ben Waits"].slice(0, act === giveUp ? 2 : 1));
    await site.settled();
    const offersTo = (name: string) =>
      site.lettersTo(name).filter(({ subject }) => subject?.startsWith("A place")).length;
    expect(["Una Waits", "Ben Waits", "Cy Waits"].map(offersTo)).toEqual([1, act === giveUp ? 1 : 0, 0]);
  },
);

test("with a larger conference file and a restart, those who wait are offered the new places", async () => {
  const first = await openFull(1);
  await first.stopMail(5_000);
  const next = await openMailingModels(undefined, { ...withPlaces(3), DATA_DIR: first.dataDir });
  next.startMail();
  await until(
    "two have an offer",
    () => next.count("delegates where offered_until is not null") === 2,
    5_000,
  );
  await next.settled();
  expect(next.addresses()).toEqual(["ben.waits@example.com", "una.waits@example.com"]);
});

test("the next holder of a waiting registration has their position, and their offer", async () => {
  const site = await openFull(1);
  const { id } = await transferDelegate(site.idOf("Ben Waits"), guest("Bea Instead"));
  const { countPosition } = await import("#app/models/delegate/places.server.ts");
  expect(await countPosition(await storedDelegate(id))).toBe(2);
  expect(await storedDelegate(id)).toMatchObject({
    status: "pending",
    queuedAt: (await storedDelegate(site.idOf("Ben Waits"))).queuedAt,
  });
  await site.settled();
  expect(site.server.mails.at(-1)?.email.subject).toBeDefined();
  const ofBea = site.server.mails.find(({ to }) => to.includes(guest("Bea Instead").email));
  expect(ofBea?.email.subject).toBe("You are on the waiting list for Fjord <Days>");

  await cancel(1);
  await untilOffered(site, ["Una Waits"]);
  const next = await transferDelegate(site.idOf("Una Waits"), guest("Ula Instead"));
  expect((await storedDelegate(next.id)).offeredUntil).toEqual(
    (await storedDelegate(site.idOf("Una Waits"))).offeredUntil,
  );
  await site.settled();
  const ofUla = site.server.mails.find(({ to }) => to.includes(guest("Ula Instead").email));
  expect(ofUla?.email.subject).toMatch(/^A place at /);
});

test("an offer and a taken place are in the history, each with its own words", async () => {
  const site = await openFull(1);
  await cancel(1);
  await untilOffered(site, ["Una Waits"]);
  const { takePlaceByLink } = await import("#app/models/delegate/private-link.server.ts");
  const una = await storedDelegate(site.idOf("Una Waits"));
  await takePlaceByLink(una.linkToken);
  const { listDelegateHistory } = await import("#app/models/personal-data/delegate-history.server.ts");
  const entries = await listDelegateHistory(una);
  expect(entries.map(({ actor, text }) => [actor, text])).toEqual([
    ["delegate", "Took the offered place"],
    ["waiting list", "Offered a place"],
  ]);
});

test("no place is offered to someone without an email address", async () => {
  const site = await openFull(1);
  site.run("update delegates set email = '' where name = 'Una Waits'");
  insertWaiting(site.sqlite, "Early Bird", { email: "" });
  await cancel(1);
  await untilOffered(site, ["Ben Waits"]);
});
