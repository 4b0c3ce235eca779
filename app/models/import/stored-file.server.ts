// Stores uploaded lists as drafts until they are imported.
import { eq } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { hasRow } from "#app/db/prepared-statements.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import { createDraft, getDraft, isDraft } from "#app/models/submission/draft.server.ts";

export type StoredFile = { bytes: Uint8Array; fileName: string };

/** Stores bytes, not text, so the file can be read again in another encoding. Returns the id. */
export const storeFile = (kind: string, { bytes, fileName }: StoredFile, userId: string) =>
  createDraft(userId, { import: kind, bytes: Buffer.from(bytes).toString("latin1"), fileName });

/** Returns null if the file has expired or belongs to another user. */
export async function getStoredFile(kind: string, id: string, userId: string): Promise<StoredFile | null> {
  const fields = await getDraft(id, userId);
  if (fields?.import !== kind) return null;
  const { bytes = "", fileName = "" } = fields;
  return { bytes: Buffer.from(bytes, "latin1"), fileName };
}

export const isFileStored = (tx: Db, id: string): boolean => hasRow(tx, drafts, isDraft(id));

export const deleteStoredFile = (tx: Db, id: string): void =>
  void tx.delete(drafts).where(eq(drafts.id, id)).run();
