import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { auditLog, delegates } from "#app/db/schema.server.ts";
import { makeUndoable, markUndone } from "#app/models/delegate/standing-change.server.ts";
import { lastRevision } from "#app/models/delegate/status-revision.server.ts";
import { recordChanges } from "#app/models/history/audit-log.server.ts";
import {
  type DecisionMail,
  type Retraction,
  retractDecisions,
  retractedByLatestChange,
} from "#app/models/outbox/decisions.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DelegateStatus, ShownStatus, StatusOutcome } from "#app/vocabulary/delegate-status.ts";

type StatusRow = Pick<
  typeof delegates.$inferSelect,
  "id" | "email" | "status" | "reference" | "checkedInAt" | "statusBefore"
>;

/** How long an organiser's decision can be undone before anybody is told of it, in milliseconds. */
export const UNDO_MS = env.UNDO_SECONDS * 1000;

/** The changes that a delegate is told by mail; the others are the organisers' own bookkeeping. */
const MAIL_FOR: Record<DelegateStatus, DecisionMail | null> = {
  pending: null,
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: null,
};

/** What somebody who is there was before; rows that were made otherwise do not say, and count as confirmed. */
export const statusBeforeAttended = ({ statusBefore }: StatusRow): DelegateStatus =>
  statusBefore ?? "confirmed";

/** When people came, and what they were before that, by their ids. */
type CheckIns = Map<number, { checkedInAt: Date; statusBefore: DelegateStatus | null }>;

/**
 * Gives people a status, with a line each in the audit log, within a transaction that has read these rows:
 * every change of a status comes here, so that 'attended' comes and goes with its time and with what
 * was before it, and nobody is told of a decision that was taken back before its email was sent. Who comes is checked in
 * now; `checkIns` are those of people whose going is undone. Answers as `retractDecisions`.
 */
export function setStatus(
  tx: Db,
  people: readonly StatusRow[],
  status: DelegateStatus,
  { actor, action = "status", checkIns }: { actor: string; action?: string; checkIns?: CheckIns },
): Map<number, Retraction> {
  const checkedInAt = status === "attended" ? new Date() : null;
  const statusBefore = status === "attended" ? sql`${delegates.status}` : null;
  const ids = people.map(({ id }) => id);
  tx.update(delegates).set({ status, checkedInAt, statusBefore }).where(isAnyOf(delegates.id, ids)).run();
  for (const id of ids) {
    const checkIn = checkIns?.get(id);
    if (checkIn) tx.update(delegates).set(checkIn).where(eq(delegates.id, id)).run();
  }
  // Whoever comes may go again: what they were before stays to be told. Whose going is undone is told nothing of it.
  const retractions: Map<number, Retraction> =
    status === "attended" && checkIns === undefined ? new Map() : retractDecisions(tx, ids, MAIL_FOR[status]);
  recordChanges(
    people.map((was) => ({
      actor,
      subject: "delegate",
      subjectId: was.id,
      action,
      label: was.reference,
      changes: {
        status: [was.status, status],
        ...(was.checkedInAt || checkedInAt
          ? { checkedInAt: [was.checkedInAt, checkIns?.get(was.id)?.checkedInAt ?? checkedInAt] }
          : {}),
        ...(retractions.has(was.id) ? { mail: [retractions.get(was.id)?.retracted, "taken back"] } : {}),
      },
    })),
  );
  return retractions;
}

/**
 * Changes the status of those who are still what was shown of them, with the mail that tells them, and says
 * what became of each. Who is something else by now is `asked`, and gets neither. Who has been deleted is
 * not in the answer.
 *
 * The mail, with the person's `note` in it, is due after `waitMs` milliseconds. Set back to what they were before
 * they came, or to what they were told last, people are told nothing, unless there is a note to them: for them nothing
 * has changed. `isSilent` tells nobody at all.
 */
export function changeAsShown(
  tx: Db,
  people: readonly (ShownStatus & { note?: string | null })[],
  status: DelegateStatus,
  actor: string,
  {
    waitMs = 0,
    isSilent = false,
    checkIns,
  }: { waitMs?: number; isSilent?: boolean; checkIns?: CheckIns } = {},
): Map<number, StatusOutcome> {
  if (people.length === 0) return new Map();
  const shown = new Map(people.map((person) => [person.id, person.shown]));
  const notes = new Map(people.map(({ id, note }) => [id, note ?? null]));
  const rows = tx
    .select({
      id: delegates.id,
      email: delegates.email,
      status: delegates.status,
      reference: delegates.reference,
      checkedInAt: delegates.checkedInAt,
      statusBefore: delegates.statusBefore,
    })
    .from(delegates)
    .where(isAnyOf(delegates.id, [...shown.keys()]))
    .all();
  const outcomes = new Map(rows.map((row) => [row.id, outcomeFor(row.status, shown.get(row.id), status)]));
  const changing = rows.filter(({ id }) => outcomes.get(id) === "changed");
  if (changing.length === 0) return outcomes;
  const retractions = setStatus(tx, changing, status, { actor, checkIns });
  const kind = isSilent ? null : MAIL_FOR[status];
  for (const was of changing) {
    const note = notes.get(was.id);
    const isBack = was.status === "attended" && statusBeforeAttended(was) === status;
    const isKnown = isBack || retractions.get(was.id)?.told === kind;
    if (kind && was.email && (note || !isKnown)) enqueueMail(was.id, kind, { note, waitMs });
  }
  return outcomes;
}

/** What somebody was before their latest change. */
export type StatusBefore = { id: number; was: DelegateStatus };

/**
 * Gives people the status back that they had before their latest change, and takes back what tells of that. What it had
 * taken back itself is promised again, with its notes; nobody is told of anything else. Answers whom that has changed. A
 * change before it whose email is promised again can be undone in its turn.
 */
export function undoLatestChange(tx: Db, people: readonly StatusBefore[], actor: string): number[] {
  const ids = people.map(({ id }) => id);
  const retracted = Map.groupBy(retractedByLatestChange(tx, ids), ({ delegateId }) => delegateId);
  const now = tx
    .select({ id: delegates.id, shown: delegates.status })
    .from(delegates)
    .where(isAnyOf(delegates.id, ids))
    .all();
  const shown = new Map(now.map((person) => [person.id, person]));
  const before = lastRevision(tx);
  const restored: number[] = [];
  const promised = new Set<number>();
  for (const [was, group] of Map.groupBy(people, (person): DelegateStatus => person.was)) {
    const standing = group.flatMap(({ id }) => shown.get(id) ?? []);
    const checkIns = was === "attended" ? checkInsBefore(tx, standing) : undefined;
    for (const [id, outcome] of changeAsShown(tx, standing, was, actor, { isSilent: true, checkIns })) {
      if (outcome !== "changed") continue;
      restored.push(id);
      for (const { kind, note } of retracted.get(id) ?? []) {
        if (kind !== MAIL_FOR[was]) continue;
        enqueueMail(id, kind, { note, waitMs: UNDO_MS });
        promised.add(id);
      }
    }
  }
  markUndone(tx, restored, before);
  for (const id of promised) makeUndoable(tx, id, actor);
  return restored;
}

/** Of people whose latest change was that they are not there any more: their check-ins, as the log has them. */
function checkInsBefore(tx: Db, people: readonly { id: number }[]): CheckIns {
  const lastOf = (id: number, position: "0" | "1") =>
    tx
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.subject, "delegate"),
          eq(auditLog.subjectId, id),
          sql`json_extract(${auditLog.changes}, ${`$.status[${position}]`}) = 'attended'`,
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(1)
      .get()?.changes;
  return new Map(
    people.flatMap(({ id }) => {
      const at = lastOf(id, "0")?.checkedInAt?.[0];
      const statusBefore = (lastOf(id, "1")?.status?.[0] as DelegateStatus | undefined) ?? null;
      return typeof at === "string" ? [[id, { checkedInAt: new Date(at), statusBefore }]] : [];
    }),
  );
}

function outcomeFor(
  now: DelegateStatus,
  shown: DelegateStatus | null | undefined,
  wanted: DelegateStatus,
): StatusOutcome {
  if (now === wanted) return "same";
  return now === shown ? "changed" : "asked";
}
