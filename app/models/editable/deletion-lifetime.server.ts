import { lt, sql } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { db } from "#app/db/connection.server.ts";
import { prepared } from "#app/db/prepared.server.ts";
import { deletions } from "#app/db/schema.server.ts";

/** For how long a deletion, or a correction of a registration, can be undone. */
export const UNDO_MS = 10 * 60_000;

/** What was deleted before this moment cannot be restored. */
export const undoableSince = (): Date => new Date(Date.now() - UNDO_MS);

/** Until when what was deleted at this moment can be restored. */
export const undoableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + UNDO_MS);

/** Removes the deletions past their time, within the transaction of whatever is written next. */
export function purgeDeletions(): void {
  deleteBefore().run({ before: keptSince(UNDO_MS).getTime() });
}

const deleteBefore = prepared(() =>
  db
    .delete(deletions)
    .where(lt(deletions.createdAt, sql.placeholder("before")))
    .prepare(),
);
