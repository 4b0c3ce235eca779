import { and, desc, eq, gt, lte, notInArray, or } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Of each user, which is more than anybody leaves in a day; their own oldest go first, never anybody else's. */
const KEPT_AT_MOST = 100;

/** Keeps the fields of a user's form for a day; answers the unguessable id they are found by. */
export async function createDraft(userId: string, fields: Record<string, string>): Promise<string> {
  const id = crypto.randomUUID();
  await batch((tx) => {
    tx.insert(drafts).values({ id, userId, fields }).run();
    const own = eq(drafts.userId, userId);
    const newest = tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(own)
      .orderBy(desc(drafts.createdAt))
      .limit(KEPT_AT_MOST);
    tx.delete(drafts)
      .where(or(lte(drafts.createdAt, keptSince(KEPT_FOR_MS)), and(own, notInArray(drafts.id, newest))))
      .run();
  });
  return id;
}

/** The fields of a draft, or null where there is none any more. */
export async function getDraft(id: string): Promise<Record<string, string> | null> {
  const kept = and(eq(drafts.id, id), gt(drafts.createdAt, new Date(Date.now() - KEPT_FOR_MS)));
  return db.select().from(drafts).where(kept).get()?.fields ?? null;
}
