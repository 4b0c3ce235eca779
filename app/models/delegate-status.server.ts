import { eq } from "drizzle-orm";
import { batch, type Db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { recordChange } from "#app/models/audit-log.server.ts";
import type { DelegateStatus } from "#app/models/delegate-status.ts";
import { promiseMail } from "#app/models/outbox.server.ts";

/** The changes that a delegate is told by mail; the others are the organisers' own bookkeeping. */
const MAIL_FOR = { confirmed: "confirmed", declined: "declined", cancelled: "cancelled" } as const;

/**
 * Changes the status of delegates, with the mail that tells them and a line in the audit log. Those who
 * have it already are left alone and get no second mail. Answers how many changed.
 */
export async function changeStatus(
  ids: readonly number[],
  status: DelegateStatus,
  actor: string,
): Promise<number> {
  return batch((tx) => ids.filter((id) => changeOne(tx, id, status, actor)).length, { keepsPages: true });
}

function changeOne(tx: Db, id: number, status: DelegateStatus, actor: string): boolean {
  const current = tx.select().from(delegates).where(eq(delegates.id, id)).get();
  if (!current || current.status === status) return false;
  tx.update(delegates).set({ status }).where(eq(delegates.id, id)).run();
  if (status in MAIL_FOR) promiseMail(tx, id, MAIL_FOR[status as keyof typeof MAIL_FOR]);
  recordChange(tx, {
    actor,
    subject: "delegate",
    subjectId: id,
    action: "status",
    label: current.reference,
    changes: { status: [current.status, status] },
  });
  return true;
}
