import { and, desc, eq, inArray, lt, lte, ne, notExists } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db } from "#app/db/connection.server.ts";
import { corrections, outbox } from "#app/db/schema.server.ts";
import { markForScrub } from "#app/db/scrub.server.ts";
import { UNDO_MS } from "#app/models/editable/deletion-lifetime.server.ts";

/**
 * Forgets those who had registrations that were passed on to somebody else: what they had said, and the emails to
 * them, once nobody can undo it any more and the notice to them is not waiting. Traces in the database's files go
 * with the next `finishScrubs`.
 */
export async function forgetFormerHolders(): Promise<void> {
  await batch((tx) => {
    const passedOn = listForgettable(tx);
    for (const { id, delegateId } of passedOn) {
      const past = tx
        .select({ id: corrections.id })
        .from(corrections)
        .where(and(eq(corrections.delegateId, delegateId), lte(corrections.id, id)));
      tx.delete(outbox)
        .where(
          and(
            inArray(outbox.correctionId, past),
            // To whoever has it now nothing of the past is said.
            ne(outbox.kind, "taken-over"),
          ),
        )
        .run();
      tx.delete(corrections)
        .where(and(eq(corrections.delegateId, delegateId), lte(corrections.id, id)))
        .run();
    }
    if (passedOn.length > 0) markForScrub(tx);
  });
}

/** Registrations that were passed on, the last time of each first. */
const listForgettable = (tx: Db) =>
  tx
    .select({ id: corrections.id, delegateId: corrections.delegateId })
    .from(corrections)
    .where(
      and(
        eq(corrections.isOtherPerson, true),
        lt(corrections.createdAt, keptSince(UNDO_MS)),
        notExists(
          tx
            .select({ id: outbox.id })
            .from(outbox)
            .where(
              and(
                eq(outbox.delegateId, corrections.delegateId),
                eq(outbox.kind, "moved"),
                eq(outbox.state, "waiting"),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(corrections.id))
    .all();
