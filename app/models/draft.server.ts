import { eq, lt } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** Keeps the fields of a form for a day; answers the unguessable id they are found by. */
export async function createDraft(fields: Record<string, string>): Promise<string> {
  const id = crypto.randomUUID();
  db.delete(drafts)
    .where(lt(drafts.createdAt, new Date(Date.now() - KEPT_FOR_MS)))
    .run();
  db.insert(drafts).values({ id, fields }).run();
  return id;
}

/** The fields of a draft, or null where there is none any more. */
export async function getDraft(id: string): Promise<Record<string, string> | null> {
  return db.select().from(drafts).where(eq(drafts.id, id)).get()?.fields ?? null;
}
