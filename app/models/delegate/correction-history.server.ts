import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates } from "#app/db/schema.server.ts";
import type { UndoableCorrection } from "#app/models/delegate/correction.ts";
import { type Delegate, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import { toCamelCase } from "#app/platform/text.ts";
import { REGISTRATION_FIELDS, type Registration } from "#app/vocabulary/registration.ts";

export type HolderDetails = Registration & { linkToken: string; emailConfirmedAt: number | null };

export type Correction = ReturnType<typeof listCorrections>[number];

export const CORRECTION_ACTION = "correction";
export const TRANSFER_ACTION = "passed on";

const CORRECTED_COLUMNS = ["link_token", ...REGISTRATION_FIELDS.map((field) => delegates[field].name)];
const CORRECTS = sql`exists (select 1 from json_each(${changes.before}) where key in ${CORRECTED_COLUMNS})`;
export const isCorrection = ({ table, before }: typeof changes.$inferSelect): boolean =>
  table === "delegates" && CORRECTED_COLUMNS.some((column) => before && column in before);

/** Returns corrections with all values, newest first, by working backwards from the current row. */
export function listCorrections(tx: Db, delegate: Delegate) {
  const delegateId = delegate.id;
  let after = getHolderDetails(delegate);
  return tx
    .select({
      change: changes,
      changeset: changesets,
      undone: sql<string | null>`(select action from changesets u where u.id = ${changesets}.undoes)`,
    })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(and(eq(changes.table, "delegates"), eq(changes.rowId, delegateId), CORRECTS))
    .orderBy(desc(changes.id))
    .all()
    .map(({ change, changeset, undone }) => {
      const { id, actor, action, undoes } = changeset;
      // Every change is recorded with some non-null value. If all are null, they were erased.
      const isForgotten = [change.before, change.after].every((values) =>
        Object.values(values ?? {}).every((value) => value === null),
      );
      const before: HolderDetails = { ...after, ...toCamelCase(change.before ?? {}) };
      if (change.before && "email" in change.before)
        before.emailConfirmedAt = (change.before.email_confirmed_at as number | undefined) ?? null;
      const isUndoable = changeset.subject === CORRECTION_ACTION && changeset.undoneBy === null;
      const correction = {
        /** Changeset id. An import corrects several registrations in one changeset. */
        id,
        changeId: change.id,
        delegateId,
        actor,
        before,
        after: { ...after, ...toCamelCase(change.after ?? {}) } satisfies HolderDetails,
        /** True for a transfer or the undo of one. */
        isOtherPerson: action === TRANSFER_ACTION || undone === TRANSFER_ACTION,
        isUndo: undoes !== null,
        undoUntil: isUndoable ? changeset.undoUntil : null,
        isForgotten,
        createdAt: change.createdAt,
      };
      after = before;
      return correction;
    });
}

/** Returns the correction made by a changeset, or null if its values have been erased. */
export const findCorrection = (tx: Db, delegate: Delegate, changesetId: number | null): Correction | null =>
  listCorrections(tx, delegate).find(({ id, isForgotten }) => id === changesetId && !isForgotten) ?? null;

/** Returns the current holder's corrections, oldest first, and the last one if it is undoable. */
export function readCorrections(
  delegate: Delegate,
  newestFirst = listCorrections(db, delegate),
): { corrections: Correction[]; undoable: UndoableCorrection | null } {
  const passedOn = newestFirst.findIndex(({ isOtherPerson }) => isOtherPerson);
  const ofHolder = passedOn === -1 ? newestFirst : newestFirst.slice(0, passedOn);
  return { corrections: ofHolder.toReversed(), undoable: undoableOf(newestFirst[0]) };
}

function undoableOf(last: Correction | undefined): UndoableCorrection | null {
  if (!last?.undoUntil || last.undoUntil.getTime() <= Date.now()) return null;
  const { id, actor, isOtherPerson, undoUntil } = last;
  return { id, actor, isOtherPerson, until: undoUntil.toISOString() };
}

export const getHolderDetails = (delegate: Delegate): HolderDetails => ({
  ...pickAnswers(delegate),
  linkToken: delegate.linkToken,
  emailConfirmedAt: delegate.emailConfirmedAt?.getTime() ?? null,
});

export const listChangedFields = (before: Registration, after: Registration) =>
  REGISTRATION_FIELDS.filter((field) => before[field] !== after[field]);
