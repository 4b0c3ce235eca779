import { and, eq, inArray, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { statusBeforeAttended } from "#app/models/attendance.server.ts";
import { recordChange } from "#app/models/audit-log.server.ts";
import type { DelegateStatus } from "#app/models/delegate-status.ts";
import { promiseMail } from "#app/models/outbox.server.ts";
import { isFirstUse } from "#app/models/used-form.server.ts";

/** The changes that a delegate is told by mail; the others are the organisers' own bookkeeping. */
const MAIL_FOR = { confirmed: "confirmed", declined: "declined", cancelled: "cancelled" } as const;

/** As many as are changed in some 20 ms: between two such portions the site answers others. */
const PORTION = 200;

/**
 * Changes the status of delegates, with the mail that tells them and a line in the audit log. Those who
 * have it already are left alone and get no second mail. Answers how many changed.
 *
 * 'attended' is being checked in: it comes and goes with its time, here as at the door. Set back to what
 * they were before it, people are told nothing, because for them nothing has changed.
 *
 * It is done in portions, each of them a transaction: where it is broken off, asking again does the rest.
 * `formId` is the one-time id of what asks: asked again under a used one, nothing is changed, and the
 * answer is how many have that status now.
 */
export async function changeStatus(
  ids: readonly number[],
  status: DelegateStatus,
  actor: string,
  formId?: string,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < ids.length; start += PORTION) {
    const portion = ids.slice(start, start + PORTION);
    const done = await batch((tx) => {
      if (start === 0 && formId !== undefined && !isFirstUse(tx, formId)) return null;
      return changePortion(tx, portion, status, actor);
    });
    if (done === null) return countWith(ids, status);
    changed += done;
  }
  return changed;
}

function changePortion(tx: Db, ids: number[], status: DelegateStatus, actor: string): number {
  const others = tx
    .select({
      id: delegates.id,
      status: delegates.status,
      reference: delegates.reference,
      checkedInAt: delegates.checkedInAt,
    })
    .from(delegates)
    .where(inArray(delegates.id, ids))
    .all()
    .filter((delegate) => delegate.status !== status);
  if (others.length === 0) return 0;
  const changedIds = others.map(({ id }) => id);
  const checkedInAt = status === "attended" ? new Date() : null;
  tx.update(delegates).set({ status, checkedInAt }).where(inArray(delegates.id, changedIds)).run();
  for (const { id, status: before, reference, checkedInAt: wasCheckedInAt } of others) {
    const isTold = status in MAIL_FOR && !(before === "attended" && statusBeforeAttended(tx, id) === status);
    if (isTold) promiseMail(tx, id, MAIL_FOR[status as keyof typeof MAIL_FOR]);
    recordChange(tx, {
      actor,
      subject: "delegate",
      subjectId: id,
      action: "status",
      label: reference,
      changes: {
        status: [before, status],
        ...(wasCheckedInAt || checkedInAt ? { checkedInAt: [wasCheckedInAt, checkedInAt] } : {}),
      },
    });
  }
  return others.length;
}

function countWith(ids: readonly number[], status: DelegateStatus): number {
  const isAsked = sql`${delegates.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const found = db
    .select({ count: sql<number>`count(*)` })
    .from(delegates)
    .where(and(isAsked, eq(delegates.status, status)))
    .get();
  return found?.count ?? 0;
}
