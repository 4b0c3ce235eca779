import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { auditLog } from "#app/db/schema.server.ts";
import type { DelegateStatus } from "#app/models/delegate-status.ts";

/**
 * The status that a delegate had before they were checked in, at the door or on the desk, as the audit log
 * has it; null where it says nothing of that.
 */
export function statusBeforeAttended(tx: Db, id: number): DelegateStatus | null {
  const entries = tx
    .select({ changes: auditLog.changes })
    .from(auditLog)
    .where(and(eq(auditLog.subject, "delegate"), eq(auditLog.subjectId, id)))
    .orderBy(desc(auditLog.id))
    .all();
  const became = entries.find(({ changes }) => changes?.status?.[1] === "attended");
  return (became?.changes?.status?.[0] as DelegateStatus | undefined) ?? null;
}
