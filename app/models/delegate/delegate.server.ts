import { and, desc, eq, gte, sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { CONFERENCE_PERIOD, currentSiteTime } from "#app/conference/day.server.ts";
import { batch, db } from "#app/db/connection.server.ts";
import { finderBy, placeholders, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { CALL_KEY_PREFIX } from "#app/models/changeset/changeset.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { decidePlace, getFullPasses, HAS_PLACES } from "#app/models/delegate/places.server.ts";
import { createSearchText } from "#app/models/delegate/search-text.ts";
import { enqueueMail, enqueueNotice } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { randomHex } from "#app/platform/form-id.server.ts";
import type { Availability } from "#app/vocabulary/availability.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import {
  ANSWER_COLUMNS,
  type Answers,
  type DelegateJson,
  listChangedFields,
  mapAnswerColumns,
  type Registration,
} from "#app/vocabulary/registration.ts";

export { delegatesVersion } from "#app/db/connection.server.ts";
export type Delegate = typeof delegates.$inferSelect;

export type RepeatedRegistration =
  | { ok: true; delegate: Delegate; isNew: false }
  | { ok: false; reason: "formIdUsed"; delegate: Delegate };

/** For public pages. */
export const getAvailability = (at: Date): Availability => ({
  state: getRegistrationPhase(at),
  full: getFullPasses().full,
});

const { opens, closes } = conference.registration;

function getRegistrationPhase(at: Date = currentSiteTime()): Availability["state"] {
  if (at >= (closes === null ? CONFERENCE_PERIOD.endsAt : new Date(closes))) return "closed";
  return opens !== null && at < new Date(opens) ? "before" : "open";
}

const insertDelegate = prepareOnce(() =>
  db
    .insert(delegates)
    .values({
      ...placeholders(...ANSWER_COLUMNS, "formId", "reference", "searchText"),
      answers: sql`${sql.placeholder("answers")}`,
      queuedAt: sql`${sql.placeholder("queuedAt")}`,
    })
    .onConflictDoNothing({ target: delegates.formId })
    .returning()
    .prepare(),
);

/**
 * Registers a delegate as 'pending' (§ 4), with a place or on the waiting list. A repeated `formId`
 * returns the first result, or `formIdUsed` if the answers differ, because they may be another
 * person's. `full`: neither a place nor a waiting list.
 */
export async function createRegistration(
  registration: Registration,
  formId: string | null,
): Promise<
  | { ok: true; delegate: Delegate; isNew: true }
  | RepeatedRegistration
  | { ok: false; reason: "before" | "closed" | "full" }
> {
  const findFirst = () => (formId === null ? null : findRepeatedRegistration(formId, registration));
  const phase = getRegistrationPhase();
  if (phase !== "open") return findFirst() ?? { ok: false, reason: phase };
  const created = await batch((tx) => {
    // The form’s first copy may have taken the last place.
    const place = HAS_PLACES && !findFirst() ? decidePlace(tx, registration.registrationType) : "held";
    if (place === "full") return place;
    const delegate = insertRegistration(registration, formId, place === "waiting" ? Date.now() : null);
    if (delegate) enqueueMail(delegate.id, "registered");
    if (delegate && env.NOTIFY_EMAIL.length > 0) enqueueNotice(delegate.id);
    return delegate;
  });
  if (created === "full") return { ok: false, reason: created };
  if (created) return { ok: true, delegate: created, isNew: true };
  const first = findFirst();
  if (!first) throw new Error("A registration was neither stored nor found under its form id");
  return first;
}

/** Call within a `batch`. Returns undefined if the form has already registered a delegate. */
export function insertRegistration(
  registration: Registration,
  formId: string | null,
  queuedAt: number | null = null,
): Delegate | undefined {
  const reference = randomHex(10).toUpperCase();
  const searchText = createSearchText({ ...registration, reference });
  const answers = toStoredAnswers(registration);
  return insertDelegate().get({ ...registration, answers, formId, reference, searchText, queuedAt });
}

/** For prepared statements, which take the column as it is stored. */
export const toStoredAnswers = ({ answers }: Registration): string | null =>
  answers && JSON.stringify(answers);

/** Returns the result of the form's first submission, or null if this is the first. */
export function findRepeatedRegistration(
  formId: string,
  registration: Registration,
): RepeatedRegistration | null {
  const first = findByFormId(formId);
  if (!first) return null;
  return listChangedFields(first, registration).length === 0
    ? { ok: true, delegate: first, isNew: false }
    : { ok: false, reason: "formIdUsed", delegate: first };
}

/** Ignores form ids from JSON requests, because they derive from keys that others may guess. */
export async function getDelegateByFormId(formId: string): Promise<Delegate | null> {
  return formId.startsWith(CALL_KEY_PREFIX) ? null : findByFormId(formId);
}

const findByFormId = finderBy(delegates, delegates.formId);

export async function getDelegate(id: number): Promise<Delegate | null> {
  return db.select().from(delegates).where(eq(delegates.id, id)).get() ?? null;
}

export const pickAnswers = (delegate: Registration) =>
  ({
    ...mapAnswerColumns((_, name) => delegate[name]),
    answers: delegate.answers,
  }) as Registration;

/** Omits secrets such as the private link. */
export const toDelegateJson = (delegate: Delegate): DelegateJson => ({
  id: delegate.id,
  ...(mapAnswerColumns((_, name) => delegate[name] || null) as Answers),
  ...(conference.questions.length > 0 || delegate.answers ? { answers: delegate.answers ?? {} } : {}),
  status: delegate.status,
  reference: delegate.reference,
  place: placeOf(delegate),
  checkedInAt: delegate.checkedInAt?.toISOString() ?? null,
  paidAt: delegate.paidAt?.toISOString() ?? null,
  createdAt: delegate.createdAt.toISOString(),
  updatedAt: delegate.updatedAt.toISOString(),
});

/** Returns the delegate as first registered, so a repeated request reveals no later changes. */
export const toNewDelegateJson = (delegate: Delegate): DelegateJson => ({
  ...toDelegateJson(delegate),
  status: "pending",
  place: delegate.queuedAt === null ? "held" : "waiting",
  checkedInAt: null,
  paidAt: null,
  updatedAt: delegate.createdAt.toISOString(),
});

export async function countDelegates(): Promise<number> {
  return db.$count(delegates);
}

/** The latest possible date, so that a list starts with the newest registration. */
const START_CURSOR = { createdAt: new Date(8_640_000_000_000_000), id: 0 };
/** Number of delegates that can be read and serialised in about a millisecond. */
const PORTION_SIZE = 50;

/** `updatedSince` is in ISO 8601. */
export type ListFilter = { status?: DelegateStatus; pass?: string; updatedSince?: string };

/** Yields delegates, newest first. Concurrent changes to the list cause no duplicates or gaps. */
export async function* listDelegates(
  after: Pick<Delegate, "createdAt" | "id"> | null,
  { status, pass, updatedSince }: ListFilter = {},
  atMost = Number.POSITIVE_INFINITY,
): AsyncGenerator<Delegate[]> {
  // The plus signs keep the order's index in use.
  const matches = and(
    status === undefined ? undefined : eq(sql`+${delegates.status}`, status),
    pass === undefined ? undefined : eq(sql`+${delegates.registrationType}`, pass),
    updatedSince === undefined ? undefined : gte(delegates.updatedAt, new Date(updatedSince)),
  );
  let last = after ?? START_CURSOR;
  for (let left = atMost; left > 0; left -= PORTION_SIZE) {
    const size = Math.min(left, PORTION_SIZE);
    const isOlder = sql`(${delegates.createdAt}, ${delegates.id}) < (${last.createdAt.getTime()}, ${last.id})`;
    const portion = db
      .select()
      .from(delegates)
      .where(and(isOlder, matches))
      .orderBy(desc(delegates.createdAt), desc(delegates.id))
      .limit(size)
      .all();
    if (portion.length > 0) yield portion;
    if (portion.length < size) return;
    last = portion.at(-1) ?? last;
  }
}
