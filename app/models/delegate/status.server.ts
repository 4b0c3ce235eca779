import { sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { offerUndo } from "#app/models/changeset/changeset.server.ts";
import { replaceDecisions } from "#app/models/outbox/decision-mail.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DelegateStatus, ShownStatus, StatusChangeOutcome } from "#app/vocabulary/delegate-status.ts";
import { DECISION_MAILS, type DecisionMail, type MailKind } from "#app/vocabulary/mail.ts";

type StatusRow = Pick<typeof delegates.$inferSelect, "id" | "email" | "status" | "statusBefore">;

/** In milliseconds. Emails about decisions and corrections wait for the end of this period. */
export const MAIL_WAIT_MS = env.UNDO_SECONDS * 1000;
/** An undo ends this long before the emails are due, so that it can always stop them. */
const MARGIN_MS = Math.min(1_000, MAIL_WAIT_MS / 2);

/** Offers an undo for as long as the emails about the change wait, so that it tells no one. */
export function offerUndoBeforeMail(tx: Db, id: number, subject: string, label: string): void {
  if (MAIL_WAIT_MS > 0) offerUndo(tx, id, { subject, label, ms: MAIL_WAIT_MS - MARGIN_MS });
}

/** The email about each new status, or null if the delegate receives none. */
const mailFor = (status: DelegateStatus): DecisionMail | null =>
  DECISION_MAILS.find((kind) => kind === status) ?? null;

export const statusBeforeCheckIn = ({ statusBefore }: StatusRow): DelegateStatus =>
  statusBefore ?? "confirmed";

/**
 * Sets a status. Replaces unsent decisions or, for 'attended', stores the time and old status.
 * Returns the last decision that each delegate knows or will know.
 */
export function setStatus(
  tx: Db,
  people: readonly StatusRow[],
  status: DelegateStatus,
): Map<number, MailKind> {
  const checkedInAt = status === "attended" ? new Date() : null;
  const statusBefore = status === "attended" ? sql`${delegates.status}` : null;
  const ids = people.map(({ id }) => id);
  tx.update(delegates).set({ status, checkedInAt, statusBefore }).where(isAnyOfSql(delegates.id, ids)).run();
  // A check-in may be undone, so the email about the earlier decision is kept.
  return status === "attended" ? new Map() : replaceDecisions(tx, ids, mailFor(status));
}

/**
 * Sets the status of delegates whose status is still the one shown, and emails them after `waitMs`.
 * Ignores deleted delegates. Sends an email about a status that the delegate already knows, such
 * as the one before a check-in, only if there is a `note`. If `waitMs` is null, sends no emails.
 */
export function changeStatusIfAsShown(
  tx: Db,
  people: readonly (ShownStatus & { note?: string | null })[],
  status: DelegateStatus,
  waitMs: number | null = 0,
): Map<number, StatusChangeOutcome> {
  if (people.length === 0) return new Map();
  const shown = new Map(people.map((person) => [person.id, person.shown]));
  const notes = new Map(people.map(({ id, note }) => [id, note ?? null]));
  const ids = [...shown.keys()];
  const rows = tx.select().from(delegates).where(isAnyOfSql(delegates.id, ids)).all();
  const outcomes = new Map(rows.map((row) => [row.id, outcomeFor(row.status, shown.get(row.id), status)]));
  const changing = rows.filter(({ id }) => outcomes.get(id) === "changed");
  if (changing.length === 0) return outcomes;
  const known = setStatus(tx, changing, status);
  const kind = mailFor(status);
  if (kind === null || waitMs === null) return outcomes;
  for (const was of changing) {
    const note = notes.get(was.id);
    const isBack = was.status === "attended" && statusBeforeCheckIn(was) === status;
    const isKnown = isBack || known.get(was.id) === kind;
    if (was.email && (note || !isKnown)) enqueueMail(was.id, kind, { note, waitMs });
  }
  return outcomes;
}

function outcomeFor(
  now: DelegateStatus,
  shown: DelegateStatus | null | undefined,
  wanted: DelegateStatus,
): StatusChangeOutcome {
  if (now === wanted) return "same";
  return now === shown ? "changed" : "asked";
}
