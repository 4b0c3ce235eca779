import { sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { type DecisionMail, type Retraction, retractDecisions } from "#app/models/outbox/decisions.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DelegateStatus, ShownStatus, StatusOutcome } from "#app/vocabulary/delegate-status.ts";

type StatusRow = Pick<typeof delegates.$inferSelect, "id" | "email" | "status" | "statusBefore">;

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
 * Gives people a status, within a changeset that has read these rows: every change of a status comes here, so that
 * 'attended' comes and goes with its time and with what was before it, and nobody is told of a decision that was taken
 * back before its email was sent. Returns as `retractDecisions`.
 */
export function setStatus(
  tx: Db,
  people: readonly StatusRow[],
  status: DelegateStatus,
): Map<number, Retraction> {
  const checkedInAt = status === "attended" ? new Date() : null;
  const statusBefore = status === "attended" ? sql`${delegates.status}` : null;
  const ids = people.map(({ id }) => id);
  tx.update(delegates).set({ status, checkedInAt, statusBefore }).where(isAnyOf(delegates.id, ids)).run();
  // Whoever comes may go again: what they were before stays to be told.
  return status === "attended" ? new Map() : retractDecisions(tx, ids, MAIL_FOR[status]);
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
  { waitMs = 0, isSilent = false }: { waitMs?: number; isSilent?: boolean } = {},
): Map<number, StatusOutcome> {
  if (people.length === 0) return new Map();
  const shown = new Map(people.map((person) => [person.id, person.shown]));
  const notes = new Map(people.map(({ id, note }) => [id, note ?? null]));
  const rows = tx
    .select({
      id: delegates.id,
      email: delegates.email,
      status: delegates.status,
      statusBefore: delegates.statusBefore,
    })
    .from(delegates)
    .where(isAnyOf(delegates.id, [...shown.keys()]))
    .all();
  const outcomes = new Map(rows.map((row) => [row.id, outcomeFor(row.status, shown.get(row.id), status)]));
  const changing = rows.filter(({ id }) => outcomes.get(id) === "changed");
  if (changing.length === 0) return outcomes;
  const retractions = setStatus(tx, changing, status);
  const kind = isSilent ? null : MAIL_FOR[status];
  for (const was of changing) {
    const note = notes.get(was.id);
    const isBack = was.status === "attended" && statusBeforeAttended(was) === status;
    const isKnown = isBack || retractions.get(was.id)?.told === kind;
    if (kind && was.email && (note || !isKnown)) enqueueMail(was.id, kind, { note, waitMs });
  }
  return outcomes;
}

function outcomeFor(
  now: DelegateStatus,
  shown: DelegateStatus | null | undefined,
  wanted: DelegateStatus,
): StatusOutcome {
  if (now === wanted) return "same";
  return now === shown ? "changed" : "asked";
}
