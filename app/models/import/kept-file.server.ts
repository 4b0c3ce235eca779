// The files of imports, which are kept as drafts until their author has looked at the preview.
import { eq } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { createDraft, getDraft, isDraft } from "#app/models/submission/draft.server.ts";

type KeptFile = { bytes: Uint8Array; fileName: string };

/** Keeps the bytes of a file for a day, so that they can be read in another encoding; returns its id. */
export const keepFile = (kind: string, { bytes, fileName }: KeptFile, userId: string) =>
  createDraft(userId, { import: kind, bytes: Buffer.from(bytes).toString("latin1"), fileName });

/** A kept file; null where it is not kept any more, or is somebody else's. */
export async function getFile(kind: string, id: string, userId: string): Promise<KeptFile | null> {
  const owner = db.select({ userId: drafts.userId }).from(drafts).where(eq(drafts.id, id)).get();
  const fields = owner?.userId === userId ? await getDraft(id) : null;
  if (fields?.import !== kind) return null;
  const { bytes = "", fileName = "" } = fields;
  return { bytes: Buffer.from(bytes, "latin1"), fileName };
}

/** Whether it is still there, within the transaction that imports it. */
export const isKept = (tx: Db, id: string): boolean =>
  tx.select({ id: drafts.id }).from(drafts).where(isDraft(id)).get() !== undefined;

/** What has been imported is not needed any more. */
export const dropFile = (tx: Db, id: string): void => void tx.delete(drafts).where(eq(drafts.id, id)).run();
