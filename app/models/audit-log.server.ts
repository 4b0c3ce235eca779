import type { Db } from "#app/db/connection.server.ts";
import { auditLog } from "#app/db/schema.server.ts";

export type AuditEntry = typeof auditLog.$inferSelect;

/** What an entry of the audit log can be about. */
export type AuditSubject = "speaker" | "session" | "connection" | "delegate" | "sign-in";

/**
 * Notes who changed what, within the transaction that changes it. Of a delegate, `label` is the
 * reference and `changes` has nothing personal: a deleted delegate is to be gone from here too.
 */
export function recordChange(
  tx: Db,
  entry: {
    actor: string;
    subject: AuditSubject;
    subjectId: number | null;
    action: string;
    label: string;
    changes?: Record<string, [unknown, unknown]>;
  },
): void {
  tx.insert(auditLog).values(entry).run();
}
