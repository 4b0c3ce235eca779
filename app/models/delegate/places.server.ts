// Places, and the waiting list for them (docs/decisions/places.md).
import { and, asc, count, gt, isNull, ne, or, sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { batch, type Db, db, recentVersion } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { runChangesetWithin } from "#app/models/changeset/changeset.server.ts";
import { countWithPlace, IS_WAITING } from "#app/models/delegate/counts.server.ts";
import { MAIL_WAIT_MS } from "#app/models/delegate/status.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { REGISTRATION_TYPES, type RegistrationType, SPEAKER_PASS } from "#app/vocabulary/pass.ts";

const { registration, passes } = conference;
const PASS_PLACES = new Map(passes.map(({ id, places }) => [id, places ?? Number.POSITIVE_INFINITY]));
/** The limit of all passes, whose `type` is null, and those of single passes. */
const LIMITS = [
  { type: null, places: registration.places },
  ...passes.map(({ id, places }) => ({ type: id, places })),
].flatMap(({ type, places }) => (places === null ? [] : [{ type, places }]));
export const HAS_PLACES = LIMITS.length > 0;

export type PlaceCount = (typeof LIMITS)[number] & { taken: number };

/** For organisers, whose walk-ins and imports may exceed the limits. */
export const countPlaces = () => LIMITS.map((limit) => ({ ...limit, taken: countWithPlace(limit.type) }));

/** SQL: waits, and has not been offered a place. Without an address, no one can be offered one. */
const IS_QUEUED = and(IS_WAITING, isNull(delegates.offeredUntil), ne(delegates.email, ""));

/**
 * Counts places taken besides those of delegates: open offers, and places given up so recently that
 * an undo may bring their holders back.
 */
function countKept(tx: Db, now: Date): { type: RegistrationType; count: number }[] {
  const isOffered = and(IS_WAITING, gt(delegates.offeredUntil, now));
  const isGivenUp = sql`status in ('declined', 'cancelled') and ${delegates.updatedAt} > ${now.getTime() - MAIL_WAIT_MS}
    and (${delegates.queuedAt} is null or ${delegates.offeredUntil} is not null)`;
  return tx
    .select({ type: delegates.registrationType, count: count() })
    .from(delegates)
    .where(and(or(isOffered, isGivenUp), ne(delegates.registrationType, SPEAKER_PASS)))
    .groupBy(sql`+${delegates.registrationType}`)
    .all();
}

const listQueued = (tx: Db) =>
  tx
    .select({ id: delegates.id, type: delegates.registrationType })
    .from(delegates)
    .where(IS_QUEUED)
    .orderBy(asc(delegates.queuedAt), asc(delegates.id))
    .all();

/** Gives free places to those who wait, in order, and counts the places that are then left. */
function allotPlaces(tx: Db, now: Date) {
  const kept = countKept(tx, now);
  const takenOf = (type: RegistrationType | null) =>
    countWithPlace(type) +
    kept.filter((one) => type === null || one.type === type).reduce((all, { count }) => all + count, 0);
  let free = (registration.places ?? Number.POSITIVE_INFINITY) - takenOf(null);
  const freeOf = new Map([...PASS_PLACES].map(([type, places]) => [type, places - takenOf(type)]));
  const leftFor = (type: RegistrationType) => Math.min(free, freeOf.get(type) ?? free);
  const next = (free > 0 ? listQueued(tx) : []).filter(({ type }) => {
    if (leftFor(type) <= 0) return false;
    free -= 1;
    freeOf.set(type, (freeOf.get(type) ?? 0) - 1);
    return true;
  });
  return { next: next.map(({ id }) => id), leftFor };
}

/** Call within a `batch`. A newcomer gets a place only if all who wait for it would have one. */
export function decidePlace(tx: Db, type: RegistrationType): "held" | "waiting" | "full" {
  if (!HAS_PLACES || allotPlaces(tx, new Date()).leftFor(type) > 0) return "held";
  return registration.waitingList ? "waiting" : "full";
}

let latest = { delegates: "", at: Number.NEGATIVE_INFINITY, full: "", version: 0 };
/** Places come free without a change when the time for an undo or an offer is over. */
const RECOUNT_MS = 1_000;

/** The passes that are fully booked, for public pages. `version` rises whenever they change. */
export function getFullPasses(): { full: RegistrationType[]; version: number } {
  if (!HAS_PLACES) return { full: [], version: 0 };
  const version = recentVersion("delegates");
  if (version !== latest.delegates || performance.now() - latest.at > RECOUNT_MS) {
    const { leftFor } = allotPlaces(db, new Date());
    const full = REGISTRATION_TYPES.filter((type) => leftFor(type) <= 0).join(" ");
    const rise = Number(full !== latest.full);
    latest = { delegates: version, at: performance.now(), full, version: latest.version + rise };
  }
  return { full: latest.full.split(" ").filter(Boolean), version: latest.version };
}

const OFFERS_END = registration.closes ?? conference.startsAt;
const HOUR_MS = 60 * 60 * 1000;

export const areOffersOver = (): boolean => new Date() >= new Date(OFFERS_END);

/** Offers the free places to those who have waited longest. Changes nothing if there are none. */
export async function offerPlaces(now = new Date()): Promise<void> {
  const until = new Date(Math.min(now.getTime() + registration.offerHours * HOUR_MS, Date.parse(OFFERS_END)));
  if (!registration.waitingList || until <= now || allotPlaces(db, now).next.length === 0) return;
  await batch((tx) =>
    runChangesetWithin(tx, { actor: "waiting list" }, "offered", () => {
      // Counts again, because another process may have offered the places.
      const { next } = allotPlaces(tx, now);
      tx.update(delegates).set({ offeredUntil: until }).where(isAnyOfSql(delegates.id, next)).run();
      for (const id of next) enqueueMail(id, "offered");
    }),
  );
}

/** The delegate’s position on the waiting list: 1 is the next. */
export const countPosition = async ({
  id,
  queuedAt,
}: Pick<typeof delegates.$inferSelect, "id" | "queuedAt">): Promise<number> =>
  db.$count(
    delegates,
    and(IS_QUEUED, sql`(${delegates.queuedAt}, ${delegates.id}) <= (${queuedAt?.getTime() ?? 0}, ${id})`),
  );
