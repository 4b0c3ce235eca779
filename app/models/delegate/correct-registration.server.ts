import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { PERSONAL_ANSWERS } from "#app/models/delegate/correction.ts";
import {
  CORRECTION_ACTION,
  getHolderDetails,
  type HolderDetails,
  listChangedFields,
  listCorrections,
  TRANSFER_ACTION,
} from "#app/models/delegate/correction-history.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { createSearchText } from "#app/models/delegate/search-text.ts";
import { timeAfter } from "#app/models/editable/order.ts";
import { createFingerprint, offerUndo, runChangeset } from "#app/models/ledger/changeset.server.ts";
import { undo } from "#app/models/ledger/undo.server.ts";
import {
  dropUnsentCorrectionMail,
  notifyCorrection,
  notifyUndo,
  redirectMail,
  resendRegistrationMail,
  restoreDroppedMail,
} from "#app/models/outbox/correction-mail.server.ts";
import { withdrawMail } from "#app/models/outbox/outbox.server.ts";
import { REGISTRATION_FIELDS, type Registration } from "#app/vocabulary/registration.ts";

export type CorrectionResult =
  | { ok: true; correction: number | null }
  | { ok: false; reason: "notFound" | "stale" };

/** Hashes only the answers, so that a check-in or decision does not make an edit stale. */
export const answersVersion = (delegate: Delegate): string =>
  createFingerprint(REGISTRATION_FIELDS.map((field) => delegate[field])).slice(0, 22);

/**
 * Replaces the answers and notifies the holder. A transfer (`isOtherPerson`) creates a new private
 * link and clears unchanged personal answers. `seen` is the `answersVersion` that the form showed.
 */
export async function correctRegistration(
  id: number,
  registration: Registration,
  actor: string,
  { seen, isOtherPerson, formId }: { seen: string; isOtherPerson: boolean; formId?: string },
): Promise<CorrectionResult> {
  const action = isOtherPerson ? TRANSFER_ACTION : "corrected";
  const corrected = await runChangeset({ actor, formId }, action, (tx, changesetId) => {
    const delegate = find(tx, id);
    if (!delegate) return { ok: false, reason: "notFound" } as const;
    if (answersVersion(delegate) !== seen) return { ok: false, reason: "stale" } as const;
    const done = correctInTransaction(tx, delegate, registration, { changesetId, isOtherPerson });
    if (done.isCorrected)
      offerUndo(tx, changesetId, { subject: CORRECTION_ACTION, label: delegate.reference });
    const correction = done.isCorrected ? changesetId : null;
    return { ok: true, correction, wasInHand: done.wasInHand } as const;
  });
  if (corrected.ok && corrected.wasInHand) await withdrawMail(id);
  return corrected;
}

/** Call in a transaction. `tells: null` sends no mail. If `wasInHand`, then call `withdrawMail`. */
export function correctInTransaction(
  tx: Db,
  delegate: Delegate,
  registration: Registration,
  {
    changesetId,
    isOtherPerson = false,
    tells = { waitMs: 0 },
  }: { changesetId: number; isOtherPerson?: boolean; tells?: { waitMs: number } | null },
): { isCorrected: boolean; wasInHand: boolean } {
  const before = getHolderDetails(delegate);
  const answers = isOtherPerson ? withoutPersonal(registration, before) : registration;
  const isOtherAddress = !isSameAddress(before.email, answers.email);
  const after: HolderDetails = {
    ...answers,
    // Creates a new link, because anyone with access to the old mailbox has the old one.
    linkToken: isOtherPerson || isOtherAddress ? randomBytes(16).toString("hex") : before.linkToken,
    emailConfirmedAt: isOtherAddress ? null : before.emailConfirmedAt,
  };
  if (!isOtherPerson && listChangedFields(before, after).length === 0)
    return { isCorrected: false, wasInHand: false };

  const move = { delegateId: delegate.id, isOtherPerson, isOtherAddress };
  const { wasTold, wasInHand } = redirectMail(tx, { ...move, movedAt: movedAt(tx, delegate) });
  hold(delegate, after);
  if (tells && after.email) notifyCorrection({ ...move, ...tells, changesetId, wasTold });
  return { isCorrected: true, wasInHand };
}

/** Returns the time of the last change of holder or address, or null if neither has changed. */
const movedAt = (tx: Db, delegate: Delegate): Date | null =>
  listCorrections(tx, delegate).find(
    ({ isOtherPerson, before, after }) => isOtherPerson || !isSameAddress(before.email, after.email),
  )?.createdAt ?? null;

/** Undoes the last correction within ten minutes. Notifies everyone who was told about it. */
export async function undoCorrection(
  delegateId: number,
  id: number,
  actor: string,
  formId?: string,
): Promise<boolean> {
  const inHand: number[] = [];
  const undone = await undo(
    { actor, formId },
    { id, subject: CORRECTION_ACTION },
    {
      action: "undo correction",
      reverse:
        ([change]) =>
        (tx, _, undoId) =>
          change?.subjectId === delegateId && reverseCorrection(tx, { delegateId, id, undoId, inHand }),
    },
  );
  for (const one of inHand) await withdrawMail(one);
  return undone.ok;
}

/** Returns false unless `id` is the last correction. `inHand` lists delegates with claimed mail. */
export function reverseCorrection(
  tx: Db,
  { delegateId, id, undoId, inHand }: { delegateId: number; id: number; undoId: number; inHand: number[] },
): boolean {
  const delegate = find(tx, delegateId);
  const [undone] = delegate ? listCorrections(tx, delegate) : [];
  if (!delegate || undone?.id !== id || undone.isForgotten) return false;
  const { isOtherPerson, before } = undone;
  const isOtherAddress = !isSameAddress(undone.after.email, before.email);
  // Keeps the current email confirmation if neither the address nor the holder changed.
  const { emailConfirmedAt } = isOtherAddress || isOtherPerson ? before : getHolderDetails(delegate);
  const move = { delegateId, isOtherPerson, isOtherAddress };
  const told = dropUnsentCorrectionMail(tx, delegateId, id);
  const { wasInHand } = redirectMail(tx, { ...move, movedAt: movedAt(tx, delegate) });
  hold(delegate, { ...before, emailConfirmedAt });
  if (isOtherPerson) restoreDroppedMail(tx, delegateId, id);
  notifyUndo({ ...move, changesetId: undoId, told });
  if (isOtherAddress && !isOtherPerson && !told.addressBefore)
    resendRegistrationMail(tx, delegateId, undone.createdAt);
  if (told.wasInHand || wasInHand) inHand.push(delegateId);
  return true;
}

const find = (tx: Db, id: number) => tx.select().from(delegates).where(eq(delegates.id, id)).get();

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const withoutPersonal = (registration: Registration, before: Registration): Registration => ({
  ...registration,
  ...Object.fromEntries(
    PERSONAL_ANSWERS.filter((field) => registration[field] === before[field]).map((field) => [field, null]),
  ),
});

function hold(delegate: Delegate, after: HolderDetails): void {
  updateHolding().run({
    ...after,
    id: delegate.id,
    searchText: createSearchText({ ...after, reference: delegate.reference }),
    updatedAt: timeAfter(delegate.updatedAt).getTime(),
  });
}

const COLUMNS = [...REGISTRATION_FIELDS, "linkToken", "emailConfirmedAt", "searchText", "updatedAt"] as const;
const updateHolding = prepareOnce(() =>
  db
    .update(delegates)
    .set(Object.fromEntries(COLUMNS.map((name) => [name, sql`${sql.placeholder(name)}`])))
    .where(eq(delegates.id, sql.placeholder("id")))
    .prepare(),
);
