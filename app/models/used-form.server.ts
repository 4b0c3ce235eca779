import { lt } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import type { Db } from "#app/db/connection.server.ts";
import { usedForms } from "#app/db/schema.server.ts";

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * Marks a form's one-time id as used, within the transaction that does what the form asks for. False
 * where it was used before: then that has been done already.
 */
export function isFirstUse(tx: Db, formId: string): boolean {
  tx.delete(usedForms)
    .where(lt(usedForms.createdAt, keptSince(KEPT_FOR_MS)))
    .run();
  return tx.insert(usedForms).values({ formId }).onConflictDoNothing().run().changes > 0;
}
