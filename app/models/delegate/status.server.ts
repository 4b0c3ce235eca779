import { inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { recordChanges } from "#app/models/history/audit-log.server.ts";
import {
  type DecisionMail,
  lastDecisions,
  type Retraction,
  retractDecisions,
} from "#app/models/outbox/decisions.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DelegateStatus, ShownStatus, StatusOutcome } from "#app/vocabulary/delegate-status.ts";

type StatusRow = Pick<
  typeof delegates.$inferSelect,
  "id" | "status" | "reference" | "checkedInAt" | "statusBefore"
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

/**
 * Gives people a status, with a line each in the audit log, within a transaction that has read these rows:
 * every change of a status comes here, so that 'attended' comes and goes with its time and with what
 * was before it, and nobody is told of a decision that was taken back before its email was sent. Answers as
 * `retractDecisions`.
 */
export function setStatus(
  tx: Db,
  people: readonly StatusRow[],
  status: DelegateStatus,
  { actor, action = "status" }: { actor: string; action?: string },
): Map<number, Retraction> {
  const checkedInAt = status === "attended" ? new Date() : null;
  const statusBefore = status === "attended" ? sql`${delegates.status}` : null;
  const ids = people.map(({ id }) => id);
  tx.update(delegates).set({ status, checkedInAt, statusBefore }).where(inArray(delegates.id, ids)).run();
  // Whoever has come may go again: what they were before stays to be told.
  const retractions: Map<number, Retraction> =
    status === "attended" ? new Map() : retractDecisions(tx, ids, MAIL_FOR[status]);
  recordChanges(
    tx,
    people.map((was) => ({
      actor,
      subject: "delegate",
      subjectId: was.id,
      action,
      label: was.reference,
      changes: {
        status: [was.status, status],
        ...(was.checkedInAt || checkedInAt ? { checkedInAt: [was.checkedInAt, checkedInAt] } : {}),
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
 * they came, or to what they were told last, people are told nothing: for them nothing has changed. An `isUndo` never
 * tells anybody twice, `isSilent` nobody at all.
 */
export function changeAsShown(
  tx: Db,
  people: readonly (ShownStatus & { note?: string | null })[],
  status: DelegateStatus,
  actor: string,
  {
    waitMs = 0,
    isUndo = false,
    isSilent = false,
  }: { waitMs?: number; isUndo?: boolean; isSilent?: boolean } = {},
): Map<number, StatusOutcome> {
  if (people.length === 0) return new Map();
  const shown = new Map(people.map((person) => [person.id, person.shown]));
  const notes = new Map(people.map(({ id, note }) => [id, note ?? null]));
  const rows = tx
    .select({
      id: delegates.id,
      status: delegates.status,
      reference: delegates.reference,
      checkedInAt: delegates.checkedInAt,
      statusBefore: delegates.statusBefore,
    })
    .from(delegates)
    .where(inArray(delegates.id, [...shown.keys()]))
    .all();
  const outcomes = new Map(rows.map((row) => [row.id, outcomeFor(row.status, shown.get(row.id), status)]));
  const changing = rows.filter(({ id }) => outcomes.get(id) === "changed");
  if (changing.length === 0) return outcomes;
  const retractions = setStatus(tx, changing, status, { actor });
  const kind = isSilent ? null : MAIL_FOR[status];
  const told = isUndo ? lastDecisions(tx, [...shown.keys()]) : null;
  for (const was of changing) {
    if (kind && told?.get(was.id) === kind) continue;
    const isBack = was.status === "attended" && statusBeforeAttended(was) === status;
    if (kind && !isBack && retractions.get(was.id)?.told !== kind)
      enqueueMail(was.id, kind, { note: notes.get(was.id), waitMs });
  }
  return outcomes;
}

/** What somebody was before a change, and what they had been told of it, or would have been. */
export type StatusBefore = { id: number; was: DelegateStatus; told: DecisionMail | null };

/**
 * Gives people the status back that they had, where the change that is taken back has told nobody yet: nobody is told
 * of this either, and who was to hear before the change what they are now hears it after all.
 */
export function restoreStatus(tx: Db, people: readonly StatusBefore[], actor: string): void {
  const now = new Map(
    tx
      .select({ id: delegates.id, shown: delegates.status })
      .from(delegates)
      .where(
        inArray(
          delegates.id,
          people.map(({ id }) => id),
        ),
      )
      .all()
      .map((person) => [person.id, person]),
  );
  for (const [was, group] of Map.groupBy(people, (person): DelegateStatus => person.was)) {
    const shown = group.flatMap(({ id }) => now.get(id) ?? []);
    changeAsShown(tx, shown, was, actor, { isSilent: true });
    const told = lastDecisions(
      tx,
      group.map(({ id }) => id),
    );
    for (const person of group) {
      const kind = MAIL_FOR[was];
      if (kind && person.told === kind && told.get(person.id) !== kind)
        enqueueMail(person.id, kind, { waitMs: UNDO_MS });
    }
  }
}

function outcomeFor(
  now: DelegateStatus,
  shown: DelegateStatus | null | undefined,
  wanted: DelegateStatus,
): StatusOutcome {
  if (now === wanted) return "same";
  return now === shown ? "changed" : "asked";
}
