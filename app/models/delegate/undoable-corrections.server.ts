import { desc, eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { corrections, delegates } from "#app/db/schema.server.ts";
import { undoableOf } from "#app/models/delegate/correction.server.ts";

const NAMED_AT_MOST = 5;

/** The corrections that can be undone now, the last ones first. */
export async function listUndoableCorrections(): Promise<
  { delegateId: number; name: string; createdAt: Date }[]
> {
  const recent = await db
    .select({ correction: corrections, name: delegates.name })
    .from(corrections)
    .innerJoin(delegates, eq(delegates.id, corrections.delegateId))
    .orderBy(desc(corrections.id))
    .limit(NAMED_AT_MOST);
  const lastOf = Map.groupBy(recent, ({ correction }) => correction.delegateId);
  return [...lastOf.values()].flatMap(([last]) => {
    const undoable = last && undoableOf([last.correction]);
    return undoable
      ? [{ delegateId: undoable.delegateId, name: last.name, createdAt: undoable.createdAt }]
      : [];
  });
}
