import { and, desc, eq, gt, inArray, notInArray } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { KEPT_FOR_MS } from "#app/models/ledger/expiry.server.ts";

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

/** Removes the drafts of which `isAbout` holds; answers how many there were. */
export function dropDrafts(tx: Db, isAbout: (fields: Record<string, string>) => boolean): number {
  const about = tx
    .select()
    .from(drafts)
    .all()
    .filter(({ fields }) => isAbout(fields));
  const isOne = inArray(
    drafts.id,
    about.map(({ id }) => id),
  );
  return tx.delete(drafts).where(isOne).run().changes;
}
