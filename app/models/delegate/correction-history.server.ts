import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { changes, changesets, delegates } from "#app/db/schema.server.ts";
import { type Delegate, pickAnswers } from "#app/models/delegate/delegate.server.ts";
import { toCamelCase } from "#app/platform/text.ts";
import { ANSWER_COLUMNS, type OwnAnswers, type Registration } from "#app/vocabulary/registration.ts";

export type Details = Registration & { linkToken: string };

export type Correction = ReturnType<typeof listCorrections>[number];

const CORRECTED_COLUMNS = ["link_token", "answers", ...ANSWER_COLUMNS.map((field) => delegates[field].name)];
const CORRECTS = sql`exists (select 1 from json_each(${changes.before}) where key in ${CORRECTED_COLUMNS})`;

/** Returns corrections with all values, newest first, by working backwards from the current row. */
export function listCorrections(tx: Db, delegate: Delegate) {
  let after = getDetails(delegate);
  return tx
    .select({ change: changes, actor: changesets.actor })
    .from(changes)
    .innerJoin(changesets, eq(changesets.id, changes.changesetId))
    .where(and(eq(changes.table, "delegates"), eq(changes.rowId, delegate.id), CORRECTS))
    .orderBy(desc(changes.id))
    .all()
    .map(({ change, actor }) => {
      const before: Details = { ...after, ...readRow(change.before ?? {}) };
      const correction = {
        /** Changeset id. An import corrects several registrations in one changeset. */
        id: change.changesetId,
        actor,
        before,
        after,
        createdAt: change.createdAt,
      };
      after = before;
      return correction;
    });
}

/** The history has the columns as the database stores them. */
function readRow(row: Record<string, unknown>): Partial<Details> {
  const { answers, ...others } = toCamelCase(row);
  if (answers === undefined) return others;
  return { ...others, answers: JSON.parse(String(answers)) as OwnAnswers | null };
}

/** Returns the correction made by a changeset, or null if it has expired from the history. */
export const findCorrection = (tx: Db, delegate: Delegate, changesetId: number | null): Correction | null =>
  listCorrections(tx, delegate).find(({ id }) => id === changesetId) ?? null;

export const getDetails = (delegate: Delegate): Details => ({
  ...pickAnswers(delegate),
  linkToken: delegate.linkToken,
});
