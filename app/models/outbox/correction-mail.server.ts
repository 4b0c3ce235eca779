import { and, eq, gte, notInArray, or } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";

/**
 * Tells the holder what has changed. A previous address that may have received an email `since` it
 * was entered is told that the registration no longer uses it. `move` is null for the same address.
 */
export function enqueueCorrectionMail(
  tx: Db,
  delegateId: number,
  move: { since: Date | null } | null,
  options: { changesetId: number; waitMs: number },
): void {
  if (move && isTold(tx, delegateId, move.since)) enqueueMail(delegateId, "moved", options);
  enqueueMail(delegateId, "changed", options);
}

function isTold(tx: Db, delegateId: number, since: Date | null): boolean {
  const isToHolder = and(
    eq(outbox.delegateId, delegateId),
    notInArray(outbox.kind, ["notification", "moved"]),
  );
  const isSent = and(eq(outbox.state, "sent"), since ? gte(outbox.sentAt, since) : undefined);
  return hasRow(tx, outbox, and(isToHolder, or(eq(outbox.state, "sending"), isSent)));
}
