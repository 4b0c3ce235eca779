// Places and the waiting list, in the models.
import { expect, test } from "vitest";
import type { RegistrationType } from "#app/vocabulary/pass.ts";
import { insertDelegate } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { ANA, openModels } from "../support/models.ts";
import { conferenceWithPlaces, GUEST_AND_PRESS } from "../support/places.ts";

const HOUR_MS = 60 * 60 * 1000;
/** When every undo is over. */
const later = (ms = 60_000) => new Date(Date.now() + ms);

type Options = { held?: number; waiting?: number; places?: number; more?: object; registration?: object };

/** A conference with these many delegates with a place, and on the waiting list after them. */
async function open({ held = 0, waiting = 0, places = held, more, ...options }: Options) {
  const facts = { places, waitingList: true, ...options.registration };
  const site = await openModels({ ...conferenceWithPlaces(facts, more), UNDO_SECONDS: "30" });
  const { createRegistration, ...delegates } = await import("#app/models/delegate/delegate.server.ts");
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const links = await import("#app/models/delegate/private-link.server.ts");
  const statuses = await import("#app/models/delegate/status-change.server.ts");
  const allotment = await import("#app/models/delegate/places.server.ts");
  const register = (registrationType: RegistrationType = "guest", formId: string | null = null) =>
    createRegistration(
      RegistrationInput.parse(
        registration({ registrationType, email: `${crypto.randomUUID()}@example.com` }),
      ),
      formId,
    );
  for (let at = 1; at <= held + waiting; at += 1) {
    const queued_at = at > held ? at : null;
    const email = `${at}@example.com`;
    insertDelegate(site.sqlite, {
      registration_type: "guest",
      email,
      queued_at,
      updated_at: 1,
      created_at: at,
    });
  }
  const idsWhere = (which: string) => site.column(`select id from delegates where ${which} order by id`);
  return {
    ...site,
    ...delegates,
    ...links,
    ...statuses,
    ...allotment,
    register,
    offered: () => idsWhere("offered_until is not null"),
    withoutPlace: () => idsWhere("queued_at is not null and placed_at is null"),
    holders: () =>
      site.count("delegates where status = 'pending' and (queued_at is null or placed_at is not null)"),
    letters: (kind: string) =>
      site.column(`select delegate_id from outbox where kind = '${kind}' order by id`),
    token: (id: number) => String(site.column(`select link_token from delegates where id = ${id}`)),
    cancel: async (...ids: number[]) => {
      const people = ids.map((id) => ({ id, shown: "pending" as const }));
      const done = await statuses.changeStatuses(people, {
        status: "cancelled",
        actor: ANA,
        formId: crypto.randomUUID(),
      });
      return done.ok ? done.id : 0;
    },
  };
}

test("the first to register get the places, and the others wait in order", async () => {
  const site = await open({ places: 2 });
  for (let at = 0; at < 4; at += 1) expect(await site.register()).toMatchObject({ ok: true });
  expect(site.withoutPlace()).toEqual([3, 4]);
  const people = site.column("select id from delegates where queued_at is not null order by queued_at, id");
  expect(people).toEqual([3, 4]);
  const [third] = await site.column("select queued_at from delegates where id = 3");
  expect(await site.countPosition({ id: 4, queuedAt: new Date(Number(third) + 1_000) })).toBe(2);
  expect(await site.countPosition({ id: 3, queuedAt: new Date(Number(third)) })).toBe(1);
});

test("without a waiting list, no one else is registered, but the second copy of a form is accepted", async () => {
  const site = await open({ places: 1, registration: { waitingList: false } });
  const formId = crypto.randomUUID();
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const answers = RegistrationInput.parse(registration({ registrationType: "guest" }));
  expect(await site.register()).toMatchObject({ ok: true, isNew: true });
  expect(await site.register("guest", formId)).toEqual({ ok: false, reason: "full" });
  site.run("update delegates set form_id = ?, email = 'noor@example.com'", formId);
  const { createRegistration } = await import("#app/models/delegate/delegate.server.ts");
  expect(await createRegistration(answers, formId)).toMatchObject({ ok: true, isNew: false });
  expect(site.count("delegates")).toBe(1);
});

test("a pass’s own limit fills alone, and speakers take no places", async () => {
  const passes = GUEST_AND_PRESS.map((pass) => (pass.id === "press" ? { ...pass, places: 1 } : pass));
  const site = await open({ places: 3, more: { passes } });
  insertDelegate(site.sqlite, { registration_type: "speaker", status: "confirmed" });
  for (const type of ["press", "press", "guest", "guest", "guest"]) await site.register(type);
  expect(site.withoutPlace()).toEqual([3, 6]);
  expect(site.getFullPasses().full).toEqual(["guest", "press"]);
  site.run("update delegates set status = 'cancelled', updated_at = 1 where id = 4");
  // The first in the queue waits for a press place, which the free place is not.
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([6]);
});

test("the set of full passes changes once, with the registration that fills the last place", async () => {
  const site = await open({ places: 20 });
  const { version } = site.getFullPasses();
  for (let at = 0; at < 19; at += 1) await site.register();
  expect(site.getFullPasses()).toEqual({ full: [], version });
  await site.register();
  expect(site.getFullPasses()).toEqual({ full: ["guest", "press"], version: version + 1 });
  await site.register();
  expect(site.getFullPasses().version).toBe(version + 1);
});

test("five of 50 who cancel and come back after ten seconds keep their places, and no one is offered one", async () => {
  const site = await open({ held: 50, waiting: 10 });
  const change = await site.cancel(1, 2, 3, 4, 5);
  await site.offerPlaces(later(10_000));
  expect(site.offered()).toEqual([]);
  expect(await site.undoStatusChange(change, ANA)).toMatchObject({ ok: true, restored: 5 });
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([]);
  expect(site.holders()).toBe(50);
});

test("five places given up go to the next five, each once, with one letter", async () => {
  const site = await open({ held: 50, waiting: 10 });
  await site.cancel(1, 2, 3, 4, 5);
  await Promise.all(Array.from({ length: 20 }, () => site.offerPlaces(later())));
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([51, 52, 53, 54, 55]);
  expect(site.letters("offered")).toEqual([51, 52, 53, 54, 55]);
});

test("five offers that ended while the site was down for three days go to the next five, and the queue then rests", async () => {
  const site = await open({ held: 50, waiting: 12 });
  await site.cancel(1, 2, 3, 4, 5);
  await site.offerPlaces(later());
  const threeDays = 72 * HOUR_MS;
  await site.offerPlaces(later(threeDays));
  expect(site.offered()).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
  await site.offerPlaces(later(2 * threeDays));
  expect(site.offered()).toHaveLength(12);
  const changes = site.count("changes");
  for (const days of [3, 4, 5]) await site.offerPlaces(later(days * threeDays));
  // No one is asked a second time.
  expect(site.count("changes")).toBe(changes);
  expect(site.letters("offered")).toHaveLength(12);
});

test("a newcomer does not overtake those who wait, although a place is free", async () => {
  const site = await open({ held: 2, waiting: 1 });
  await site.cancel(1);
  site.run("update delegates set updated_at = 1");
  expect(await site.register()).toMatchObject({ delegate: { queuedAt: expect.any(Date) } });
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([3]);
});

test("those who leave the waiting list of a full pass take no place from the others", async () => {
  const passes = GUEST_AND_PRESS.map((pass) => (pass.id === "press" ? { ...pass, places: 1 } : pass));
  const site = await open({ places: 3, more: { passes } });
  for (const type of ["press", "press", "press"]) await site.register(type);
  await site.cancel(2, 3);
  expect(await site.register("guest")).toMatchObject({ delegate: { queuedAt: null } });
});

test.each([
  ["erased", "delete from delegates where id = 1"],
  ["declined", "update delegates set status = 'declined', updated_at = 1 where id = 1"],
  ["made a speaker", "update delegates set registration_type = 'speaker' where id = 1"],
])("a place is offered when its holder is %s", async (_, sql) => {
  const site = await open({ held: 2, waiting: 2 });
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([]);
  site.run(sql);
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([3]);
});

test("twenty presses of “Take the place” are one change and one letter, and each gets the same result", async () => {
  const site = await open({ held: 1, waiting: 1, places: 2 });
  await site.offerPlaces(later());
  const before = site.count("changes where table_name = 'delegates'");
  const presses = Array.from({ length: 20 }, () => site.takePlaceByLink(site.token(2)));
  expect(new Set((await Promise.all(presses)).map(({ outcome }) => outcome))).toEqual(new Set(["taken"]));
  expect(site.count("changes where table_name = 'delegates'")).toBe(before + 1);
  expect(site.letters("registered")).toEqual([2]);
  expect(site.withoutPlace()).toEqual([]);
});

test("an offer that has ended, or was never made, cannot be taken", async () => {
  const site = await open({ held: 1, waiting: 2, places: 2 });
  await site.offerPlaces(later());
  expect(await site.takePlaceByLink(site.token(3))).toEqual({ outcome: "none" });
  site.run("update delegates set offered_until = 1000 where id = 2");
  const until = "1970-01-01T00:00:01.000Z";
  expect(await site.takePlaceByLink(site.token(2))).toEqual({ outcome: "ended", until });
  expect(await site.takePlaceByLink("0".repeat(32))).toEqual({ outcome: "unknown" });
  expect(site.count("delegates where placed_at is not null")).toBe(0);
});

test("an offer ends when registration closes, and after that there are none", async () => {
  const closes = later(3 * HOUR_MS);
  const site = await open({
    held: 1,
    waiting: 2,
    places: 2,
    registration: { closes: closes.toISOString().replace(/\.\d+/, "") },
  });
  await site.offerPlaces(later());
  expect(site.column("select offered_until from delegates where id = 2")).toEqual([
    Math.floor(closes.getTime() / 1000) * 1000,
  ]);
  site.run("delete from delegates where id = 1");
  await site.offerPlaces(later(3 * HOUR_MS + 1));
  expect(site.offered()).toEqual([2]);
});

test("someone confirmed from the waiting list has a place, and takes one of all", async () => {
  const site = await open({ held: 2, waiting: 2 });
  const confirmed = { status: "confirmed", actor: ANA, formId: crypto.randomUUID() } as const;
  await site.changeStatuses([{ id: 4, shown: "pending" }], confirmed);
  const { placeOf } = await import("#app/models/delegate/place.ts");
  const confirmedOne = await site.getDelegate(4);
  expect(confirmedOne && placeOf(confirmedOne)).toBe("held");
  site.run("delete from delegates where id = 1");
  // Three hold the two places, until two have gone.
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([]);
  site.run("delete from delegates where id = 2");
  await site.offerPlaces(later());
  expect(site.offered()).toEqual([3]);
});

test("an offer that is over, taken or declined is not sent any more", async () => {
  const site = await open({ held: 1, waiting: 3, places: 4 });
  await site.offerPlaces(later());
  const { claimMail } = await import("#app/models/outbox/outbox.server.ts");
  site.run("update delegates set offered_until = 1000 where id = 2");
  site.run("update delegates set status = 'declined' where id = 3");
  expect((await claimMail(1_000))?.delegate.id).toBe(4);
  expect(site.letters("offered")).toEqual([4]);
});
