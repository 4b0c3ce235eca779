import { eq } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import { DELEGATE_SUBJECT } from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, insertRegistration } from "#app/models/delegate/delegate.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { canCancel } from "#app/models/delegate/private-link.server.ts";
import {
  changeStatusIfAsShown,
  MAIL_WAIT_MS,
  offerUndoBeforeMail,
} from "#app/models/delegate/status.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

export type TransferResult =
  | { ok: true; id: number; transfer: number }
  | { ok: false; reason: "notTransferable" };

/**
 * Registers another person with the same status, and cancels the registration that they take over.
 * Both get the ordinary emails. Returns `notTransferable` if it was deleted or no longer holds a place.
 */
export const transferRegistration = (
  id: number,
  registration: Registration,
  actor: string,
  formId?: string,
): Promise<TransferResult> =>
  runChangeset({ actor, formId }, "transferred", (tx, changesetId): TransferResult => {
    const former = tx.select().from(delegates).where(eq(delegates.id, id)).get();
    if (!former || !canCancel(former)) return { ok: false, reason: "notTransferable" };
    return transferInTransaction(tx, former, registration, changesetId);
  });

/** Call in a changeset. Offers an undo of the transfer. */
export function transferInTransaction(
  tx: Db,
  former: Delegate,
  registration: Registration,
  changesetId: number,
): TransferResult {
  const added = insertRegistration(registration, null) as Delegate;
  const { id, status, speakerId, externalId, queuedAt, offeredUntil, placedAt, paidAt } = former;
  const kept = { status, speakerId, externalId, queuedAt, offeredUntil, placedAt, paidAt };
  const moved = { speakerId: null, externalId: null, paidAt: null };
  tx.update(delegates).set(moved).where(eq(delegates.id, id)).run();
  tx.update(delegates).set(kept).where(eq(delegates.id, added.id)).run();
  changeStatusIfAsShown(tx, [{ id, shown: status }], "cancelled", MAIL_WAIT_MS);
  const ofPending = placeOf(former) === "offered" ? "offered" : "registered";
  const kind = status === "pending" ? ofPending : "confirmed";
  if (added.email) enqueueMail(added.id, kind, { waitMs: MAIL_WAIT_MS });
  offerUndoBeforeMail(tx, changesetId, DELEGATE_SUBJECT, "Transfer");
  return { ok: true, id: added.id, transfer: changesetId };
}
