// What organisers correct of a registration, also whose it is: once, if unchanged, noted, told, and undone for a while.
import { randomBytes } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { placeholders, prepared } from "#app/db/prepared.server.ts";
import { corrections, delegates, type Holding } from "#app/db/schema.server.ts";
import { PERSONAL_ANSWERS, type UndoableCorrection } from "#app/models/delegate/correction.ts";
import { answersOf, type Delegate } from "#app/models/delegate/delegate.server.ts";
import { searchTextOf } from "#app/models/delegate/search-text.ts";
import { undoableSince, undoableUntil } from "#app/models/editable/deletion-lifetime.server.ts";
import { laterThan } from "#app/models/editable/order.ts";
import { recordChange } from "#app/models/history/audit-log.server.ts";
import {
  dropUnsentAbout,
  redirectMail,
  restoreDropped,
  tellCorrection,
  tellRegisteredAgain,
  tellUndo,
} from "#app/models/outbox/correction-mail.server.ts";
import { withdrawMail } from "#app/models/outbox/outbox.server.ts";
import { fingerprintOf, idempotentlyAs } from "#app/models/submission/idempotency.server.ts";
import { REGISTRATION_FIELDS, type Registration } from "#app/vocabulary/registration.ts";

export type Correction = typeof corrections.$inferSelect;

/** `correction` is the id by which it is undone; null where nothing was different. */
export type Corrected = { ok: true; correction: number | null } | { ok: false; reason: "notFound" | "stale" };

/**
 * What tells an edit that somebody has corrected the same in between. Not the row's time: a check-in or a decision
 * meanwhile changes nothing of what the form says.
 */
export const answersVersion = (delegate: Delegate): string =>
  fingerprintOf(REGISTRATION_FIELDS.map((field) => delegate[field])).slice(0, 22);

/**
 * Replaces what a registration says, and tells its holder what has changed. With `isOtherPerson` it is somebody
 * else's from now on: they get a private link of their own, the one before leads to nothing, and of what is about
 * one person alone only what was written anew is theirs. Status and check-in stay. `seen` is the `answersVersion`
 * that the editor saw, `formId` the one-time id of the form: its second copy is answered like the first.
 */
export async function correctRegistration(
  id: number,
  registration: Registration,
  actor: string,
  { seen, isOtherPerson, formId }: { seen: string; isOtherPerson: boolean; formId?: string },
): Promise<Corrected> {
  return withWithdrawal(id, formId, (tx, withdraw): Corrected => {
    const delegate = find(tx, id);
    if (!delegate) return { ok: false, reason: "notFound" };
    if (answersVersion(delegate) !== seen) return { ok: false, reason: "stale" };
    const { correction, wasInHand } = correctWithin(tx, delegate, registration, { actor, isOtherPerson });
    if (wasInHand) withdraw();
    return { ok: true, correction };
  });
}

/**
 * The same within a transaction that does more than one of them. `tells` says after how long the emails about it are
 * due; with null there are none. Where mail `wasInHand`, it is to be withdrawn once this is on disk.
 */
export function correctWithin(
  tx: Db,
  delegate: Delegate,
  registration: Registration,
  {
    actor,
    isOtherPerson = false,
    tells = { waitMs: 0 },
  }: { actor: string; isOtherPerson?: boolean; tells?: { waitMs: number } | null },
): { correction: number | null; wasInHand: boolean } {
  const before = holdingOf(delegate);
  const answers = isOtherPerson ? withoutPersonal(registration, before) : registration;
  const isOtherAddress = !isSameAddress(before.email, answers.email);
  const after: Holding = {
    ...answers,
    // Whoever reads the mail of the address before has the link before.
    linkToken: isOtherPerson || isOtherAddress ? randomBytes(16).toString("hex") : before.linkToken,
    emailConfirmedAt: isOtherAddress ? null : before.emailConfirmedAt,
  };
  if (!isOtherPerson && changedFields(before, after).length === 0)
    return { correction: null, wasInHand: false };

  const move = { delegateId: delegate.id, isOtherPerson, isOtherAddress };
  const { wasTold, wasInHand, dropped } = redirectMail(tx, move);
  const change = { actor, isOtherPerson, isUndo: false, dropped };
  const correction = hold(delegate, before, after, change);
  if (tells && after.email) tellCorrection({ ...move, ...tells, correctionId: correction, wasTold });
  return { correction, wasInHand };
}

/**
 * Takes the last correction of a registration back, within ten minutes and where nothing has been corrected since.
 * Whoever has been told of it, or may have been, is told of this too.
 */
export async function undoCorrection(
  id: number,
  correctionId: number,
  actor: string,
  formId?: string,
): Promise<boolean> {
  return withWithdrawal(id, formId, (tx, withdraw) => {
    const undone = undoCorrectionWithin(tx, id, correctionId, actor);
    if (undone.wasInHand) withdraw();
    return undone.ok;
  });
}

/** The same within a transaction that does more. */
export function undoCorrectionWithin(
  tx: Db,
  id: number,
  correctionId: number,
  actor: string,
): { ok: boolean; wasInHand: boolean } {
  const delegate = find(tx, id);
  const undone = undoableOf(correctionsOf(tx, id));
  if (!delegate || undone?.id !== correctionId) return { ok: false, wasInHand: false };
  const { isOtherPerson } = undone;
  const before = undone.after;
  const isOtherAddress = !isSameAddress(before.email, undone.before.email);
  // What its owner has said of an address meanwhile, that has stayed the same, holds.
  const isSameMailbox = !isOtherAddress && !isOtherPerson;
  const { emailConfirmedAt } = isSameMailbox ? holdingOf(delegate) : undone.before;
  const after = { ...undone.before, emailConfirmedAt };
  const move = { delegateId: id, isOtherPerson, isOtherAddress };
  const told = dropUnsentAbout(tx, correctionId);
  const { wasInHand } = redirectMail(tx, move);
  const change = { actor, isOtherPerson, isUndo: true, dropped: [] };
  const correction = hold(delegate, before, after, change);
  restoreDropped(tx, id, undone.dropped);
  tellUndo({ ...move, correctionId: correction, told });
  if (isOtherAddress && !isOtherPerson && !told.addressBefore) tellRegisteredAgain(tx, id, undone.createdAt);
  return { ok: true, wasInHand: told.wasInHand || wasInHand };
}

/**
 * What has been corrected of a registration, the oldest first: nothing of whoever had it before. And the last
 * correction of all, as long as it can be undone.
 */
export async function readCorrections(
  delegateId: number,
): Promise<{ corrections: Correction[]; undoable: UndoableCorrection | null }> {
  const newestFirst = correctionsOf(db, delegateId);
  const passedOn = newestFirst.findIndex(({ isOtherPerson }) => isOtherPerson);
  const ofHolder = passedOn === -1 ? newestFirst : newestFirst.slice(0, passedOn);
  const last = undoableOf(newestFirst);
  return {
    corrections: ofHolder.toReversed(),
    undoable: last && {
      id: last.id,
      actor: last.actor,
      isOtherPerson: last.isOtherPerson,
      until: undoableUntil(last.createdAt).toISOString(),
    },
  };
}

/** The fields in which two versions differ, in the order of the form. */
export const changedFields = (before: Registration, after: Registration) =>
  REGISTRATION_FIELDS.filter((field) => before[field] !== after[field]);

const find = (tx: Db, id: number) => tx.select().from(delegates).where(eq(delegates.id, id)).get();

const correctionsOf = (tx: Db, delegateId: number): Correction[] =>
  tx
    .select()
    .from(corrections)
    .where(eq(corrections.delegateId, delegateId))
    .orderBy(desc(corrections.id))
    .all();

export function undoableOf([last]: Correction[]): Correction | null {
  return last && !last.isUndo && last.createdAt >= undoableSince() ? last : null;
}

export const holdingOf = (delegate: Delegate): Holding => ({
  ...answersOf(delegate),
  linkToken: delegate.linkToken,
  emailConfirmedAt: delegate.emailConfirmedAt?.getTime() ?? null,
});

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const withoutPersonal = (registration: Registration, before: Registration): Registration => ({
  ...registration,
  ...Object.fromEntries(
    PERSONAL_ANSWERS.filter((field) => registration[field] === before[field]).map((field) => [field, null]),
  ),
});

/** Writes the registration, what it was, and an entry of the history that names the fields alone (decision 025). */
function hold(
  delegate: Delegate,
  before: Holding,
  after: Holding,
  change: Pick<Correction, "actor" | "isOtherPerson" | "isUndo" | "dropped">,
): number {
  const { reference } = delegate;
  updateHolding().run({
    ...after,
    id: delegate.id,
    searchText: searchTextOf({ ...after, reference }),
    updatedAt: laterThan(delegate.updatedAt).getTime(),
  });
  const auditId = recordChange({
    actor: change.actor,
    subject: "delegate",
    subjectId: delegate.id,
    action: change.isUndo ? "undo correction" : change.isOtherPerson ? "passed on" : "corrected",
    label: reference,
    changes: Object.fromEntries(changedFields(before, after).map((field) => [field, [null, null]])),
  });
  return insertCorrection().get({ delegateId: delegate.id, before, after, auditId, ...change }).id;
}

const HOLDING = [...REGISTRATION_FIELDS, "linkToken", "emailConfirmedAt", "searchText", "updatedAt"] as const;
const updateHolding = prepared(() =>
  db
    .update(delegates)
    .set(Object.fromEntries(HOLDING.map((name) => [name, sql`${sql.placeholder(name)}`])))
    .where(eq(delegates.id, sql.placeholder("id")))
    .prepare(),
);

const insertCorrection = prepared(() =>
  db
    .insert(corrections)
    .values(
      placeholders("delegateId", "actor", "before", "after", "isOtherPerson", "isUndo", "dropped", "auditId"),
    )
    .returning({ id: corrections.id })
    .prepare(),
);

/**
 * Runs statements once under the id. Where they say so, mail to the delegate that this process is sending is broken
 * off afterwards: it would go to an address, or to a person, that the registration is not of any more.
 */
async function withWithdrawal<Done>(
  delegateId: number,
  formId: string | undefined,
  statements: (tx: Db, withdraw: () => void) => Done,
): Promise<Done> {
  let isWithdrawn = false;
  const done = await batch((tx) =>
    idempotentlyAs(tx, formId, () =>
      statements(tx, () => {
        isWithdrawn = true;
      }),
    ),
  );
  if (isWithdrawn) await withdrawMail(delegateId);
  return done;
}
