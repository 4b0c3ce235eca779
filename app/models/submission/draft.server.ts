import { and, desc, eq, gt, inArray, notInArray } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { FORM_RETENTION_MS } from "#app/models/changeset/expiry.server.ts";

/** Limit per user. The oldest drafts are deleted first. */
const MAX_DRAFTS = 100;

export async function createDraft(userId: string, fields: Record<string, string>): Promise<string> {
  const id = crypto.randomUUID();
  await batch((tx) => {
    tx.insert(drafts).values({ id, userId, fields }).run();
    const own = eq(drafts.userId, userId);
    const newest = tx.select({ id: drafts.id }).from(drafts).where(own).orderBy(desc(drafts.createdAt));
    tx.delete(drafts)
      .where(and(own, notInArray(drafts.id, newest.limit(MAX_DRAFTS))))
      .run();
  });
  return id;
}

/** Excludes expired drafts, which may remain stored for a few minutes. */
export const isDraft = (id: string) =>
  and(eq(drafts.id, id), gt(drafts.createdAt, new Date(Date.now() - FORM_RETENTION_MS)));

/** Returns null for a draft that has expired or is another user's. */
export async function getDraft(id: string, userId: string): Promise<Record<string, string> | null> {
  const isOwn = and(isDraft(id), eq(drafts.userId, userId));
  return db.select().from(drafts).where(isOwn).get()?.fields ?? null;
}

export function deleteDrafts(tx: Db, isAbout: (fields: Record<string, string>) => boolean): void {
  const all = tx.select().from(drafts).all();
  const ids = all.flatMap(({ id, fields }) => (isAbout(fields) ? [id] : []));
  tx.delete(drafts).where(inArray(drafts.id, ids)).run();
}
