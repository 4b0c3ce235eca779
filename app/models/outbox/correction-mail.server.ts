import { and, eq, gte, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { MAY_BE_TOLD } from "#app/vocabulary/mail.ts";

/**
 * Tells the delegate what has changed. A previous address that may have received an email `since` it
 * was entered is told that the registration no longer uses it. `move` is null for the same address.
 */
export function enqueueCorrectionMail(
  tx: Db,
  delegateId: number,
  move: { since: Date | null } | null,
  options: { changesetId: number; waitMs: number },
): void {
  if (move) postponeMail(tx, delegateId, options.waitMs);
  if (move && isTold(tx, delegateId, move.since)) enqueueMail(delegateId, "moved", options);
  enqueueMail(delegateId, "changed", options);
}

/** Keeps waiting mail from a new address that may be mistyped, for as long as an undo is possible. */
function postponeMail(tx: Db, delegateId: number, waitMs: number): void {
  // The next attempt of an email that failed was chosen for the former address.
  const due = sql`iif(${outbox.attempts} = 0, ${outbox.nextAttemptAt}, 0)`;
  tx.update(outbox)
    .set({ attempts: 0, problem: null, nextAttemptAt: sql`max(${due}, ${Date.now() + waitMs})` })
    .where(and(eq(outbox.delegateId, delegateId), eq(outbox.state, "waiting")))
    .run();
}

function isTold(tx: Db, delegateId: number, since: Date | null): boolean {
  const isToDelegate = and(
    eq(outbox.delegateId, delegateId),
    notInArray(outbox.kind, ["notification", "moved"]),
  );
  const isSince = since ? or(isNull(outbox.sentAt), gte(outbox.sentAt, since)) : undefined;
  return hasRow(tx, outbox, and(isToDelegate, inArray(outbox.state, MAY_BE_TOLD), isSince));
}
