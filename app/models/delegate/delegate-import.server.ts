import { eq, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { UNDO_MS } from "#app/models/changeset/expiry.server.ts";
import { correctInTransaction } from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, insertRegistration, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import { setPaid } from "#app/models/delegate/payment.server.ts";
import { changeStatusIfAsShown } from "#app/models/delegate/status.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import type { DelegateState, DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

export type DelegateRow = Partial<
  Registration & { status: DelegateState; externalId: string; paidAt: boolean }
>;
/** Without a `current` delegate, adds one. */
type DelegateRowChange = { values: DelegateRow; current: Delegate | null };

/** One minute longer than the undo period, so that no email reports a change that can be undone. */
export const IMPORT_WAIT_MS = UNDO_MS + 60_000;

const listed = (values: readonly string[]) =>
  sql`(select lower(value) from json_each(${JSON.stringify(values)}) where value <> '')`;

/** Finds delegates by reference, external id or email address (case-insensitive). */
export function findImportedDelegates(
  references: readonly string[],
  emails: readonly string[],
  externalIds: readonly string[] = [],
): Delegate[] {
  const byReference = sql`${delegates.reference} in (select upper(value) from json_each(${JSON.stringify(references)}))`;
  const byEmail = sql`lower(${delegates.email}) in ${listed(emails)}`;
  const byId = sql`${delegates.externalId} in (select value from json_each(${JSON.stringify(externalIds)}))`;
  const found = [byReference, byEmail, byId].flatMap((where) =>
    db.select().from(delegates).where(where).all(),
  );
  return [...new Map(found.map((delegate) => [delegate.id, delegate])).values()];
}

/** Imports a list within a changeset. */
export function writeDelegateList(
  tx: Db,
  changes: readonly DelegateRowChange[],
  { changesetId, sendsMail }: { changesetId: number; sendsMail: boolean },
): void {
  const waitMs = sendsMail ? IMPORT_WAIT_MS : null;
  const statuses: { id: number; was: DelegateStatus; status: DelegateStatus }[] = [];
  for (const { values, current } of changes) {
    const { status: state, externalId, paidAt, ...answers } = values;
    const status = state === "waiting" ? "pending" : state;
    const keepOthers = (id: number) => {
      if (externalId) tx.update(delegates).set({ externalId }).where(eq(delegates.id, id)).run();
      if (paidAt !== undefined) setPaid(tx, [id], paidAt);
    };
    if (!current) {
      const queuedAt = state === "waiting" ? Date.now() : null;
      const added = insertRegistration(answers as Registration, null, queuedAt);
      if (!added) throw new Error("A delegate from a list was not stored");
      const { id, email } = added;
      keepOthers(id);
      if (status !== undefined && status !== "pending") statuses.push({ id, was: "pending", status });
      // As at the door, a delegate imported as confirmed receives only the confirmation email.
      else if (waitMs !== null && email) enqueueMail(id, "registered", { waitMs });
      continue;
    }
    keepOthers(current.id);
    correctInTransaction(tx, current, { ...pickAnswers(current), ...answers }, { changesetId, waitMs });
    if (status !== undefined && status !== current.status)
      statuses.push({ id: current.id, was: current.status, status });
  }
  for (const [status, group] of Map.groupBy(statuses, (person) => person.status)) {
    const people = group.map(({ id, was }) => ({ id, shown: was }));
    changeStatusIfAsShown(tx, people, status, waitMs);
  }
}
