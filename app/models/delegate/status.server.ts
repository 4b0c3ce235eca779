import { sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOf } from "#app/db/prepared.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { type DecisionMail, retractDecisions } from "#app/models/outbox/decision-mail.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DelegateStatus, ShownStatus, StatusOutcome } from "#app/vocabulary/delegate-status.ts";

type StatusRow = Pick<typeof delegates.$inferSelect, "id" | "email" | "status" | "statusBefore">;

/** In milliseconds. Emails about decisions wait for the end of this period. */
export const UNDO_MS = env.UNDO_SECONDS * 1000;

/** Emails about new statuses. Null if only organisers need to know. */
const MAIL_FOR: Record<DelegateStatus, DecisionMail | null> = {
  pending: null,
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: null,
};

export const statusBeforeAttended = ({ statusBefore }: StatusRow): DelegateStatus =>
  statusBefore ?? "confirmed";

/** Sets a status. Stores the time and previous status for 'attended'; retracts outdated mail for others. */
export function setStatus(
  tx: Db,
  people: readonly StatusRow[],
  status: DelegateStatus,
): Map<number, DecisionMail | null> {
  const checkedInAt = status === "attended" ? new Date() : null;
  const statusBefore = status === "attended" ? sql`${delegates.status}` : null;
  const ids = people.map(({ id }) => id);
  tx.update(delegates).set({ status, checkedInAt, statusBefore }).where(isAnyOf(delegates.id, ids)).run();
  // A check-in may be undone, so the email about the earlier decision is kept.
  return status === "attended" ? new Map() : retractDecisions(tx, ids, MAIL_FOR[status]);
}

/**
 * Changes delegates whose status is still as shown, and emails them after `waitMs`. Others are `asked`; deleted
 * ones are ignored. A status held before a check-in, or already emailed, is emailed again only with a `note`.
 * `isSilent` sends nothing.
 */
export function changeStatusIfAsShown(
  tx: Db,
  people: readonly (ShownStatus & { note?: string | null })[],
  status: DelegateStatus,
  { waitMs = 0, isSilent = false }: { waitMs?: number; isSilent?: boolean } = {},
): Map<number, StatusOutcome> {
  if (people.length === 0) return new Map();
  const shown = new Map(people.map((person) => [person.id, person.shown]));
  const notes = new Map(people.map(({ id, note }) => [id, note ?? null]));
  const ids = [...shown.keys()];
  const rows = tx.select().from(delegates).where(isAnyOf(delegates.id, ids)).all();
  const outcomes = new Map(rows.map((row) => [row.id, outcomeFor(row.status, shown.get(row.id), status)]));
  const changing = rows.filter(({ id }) => outcomes.get(id) === "changed");
  if (changing.length === 0) return outcomes;
  const retractions = setStatus(tx, changing, status);
  const kind = isSilent ? null : MAIL_FOR[status];
  for (const was of changing) {
    const note = notes.get(was.id);
    const isBack = was.status === "attended" && statusBeforeAttended(was) === status;
    const isKnown = isBack || retractions.get(was.id) === kind;
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
