import { and, desc, eq, gt, inArray, lte, notInArray } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db, db } from "#app/db/connection.server.ts";
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
      .where(and(own, notInArray(drafts.id, newest)))
      .run();
  });
  return id;
}

/** The draft with this id, as long as its day lasts: it may still be stored for some minutes after that. */
export const isDraft = (id: string) =>
  and(eq(drafts.id, id), gt(drafts.createdAt, new Date(Date.now() - KEPT_FOR_MS)));

/** The fields of a draft, or null where there is none any more. */
export async function getDraft(id: string): Promise<Record<string, string> | null> {
  return db.select().from(drafts).where(isDraft(id)).get()?.fields ?? null;
}

/** Removes the drafts whose day is over. */
export const forgetOldDrafts = (tx: Db): void =>
  void tx
    .delete(drafts)
    .where(lte(drafts.createdAt, keptSince(KEPT_FOR_MS)))
    .run();

/** Removes the drafts of which `isAbout` holds; answers how many there were. One may be a list of megabytes. */
export function dropDrafts(tx: Db, isAbout: (fields: Record<string, string>) => boolean): number {
  const fieldsOf = (id: string) => tx.select().from(drafts).where(eq(drafts.id, id)).get()?.fields ?? {};
  const ids = tx.select({ id: drafts.id }).from(drafts).all();
  const dropped = ids.flatMap(({ id }) => (isAbout(fieldsOf(id)) ? [id] : []));
  tx.delete(drafts).where(inArray(drafts.id, dropped)).run();
  return dropped.length;
}
