import { lt } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { deletions } from "#app/db/schema.server.ts";

/** For how long a deletion can be undone. */
const UNDO_MINUTES = 10;

/** What was deleted before this moment is gone for good. */
export const undoableSince = (): Date => new Date(Date.now() - UNDO_MINUTES * 60_000);

/** Until when what was deleted at this moment can be brought back. */
export const undoableUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + UNDO_MINUTES * 60_000);

/** Removes the deletions past their time, within the transaction of whatever is written next. */
export function purgeDeletions(tx: Db): void {
  tx.delete(deletions).where(lt(deletions.createdAt, undoableSince())).run();
}
