import { asc, eq, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import type { ConnectionRole } from "#app/models/connection.ts";
import { laterThan, swapNeighbours } from "#app/models/order.ts";
import type { SpeakerJson } from "#app/models/speaker.ts";
import type { SpeakerValues } from "#app/models/speaker-input.server.ts";
import { isFirstUse } from "#app/models/used-form.server.ts";

export type Speaker = typeof speakers.$inferSelect;

/** All speakers, by sortOrder, then id. */
export async function listSpeakers(): Promise<Speaker[]> {
  return db.select().from(speakers).orderBy(asc(speakers.sortOrder), asc(speakers.id)).all();
}

/** The speaker with this id, or null. */
export async function getSpeaker(id: number): Promise<Speaker | null> {
  return db.select().from(speakers).where(eq(speakers.id, id)).get() ?? null;
}

/** The speakers of a session, by sortOrder, then id, each with the role there. */
export async function listSpeakersOfSession(
  programSessionId: number,
): Promise<(Speaker & { role: ConnectionRole })[]> {
  return db
    .select({ speaker: speakers, role: connections.role })
    .from(connections)
    .innerJoin(speakers, eq(speakers.id, connections.speakerId))
    .where(eq(connections.programSessionId, programSessionId))
    .orderBy(asc(speakers.sortOrder), asc(speakers.id))
    .all()
    .map(({ speaker, role }) => ({ ...speaker, role }));
}

export function toSpeakerJson(speaker: Speaker): SpeakerJson {
  const { createdAt, updatedAt, ...rest } = speaker;
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** Creates a speaker, last in the order. Null where the form with this one-time id has created it already. */
export async function createSpeaker(values: SpeakerValues): Promise<Speaker>;
export async function createSpeaker(values: SpeakerValues, formId: string): Promise<Speaker | null>;
export async function createSpeaker(values: SpeakerValues, formId?: string): Promise<Speaker | null> {
  const sortOrder = sql`(select coalesce(max(${speakers.sortOrder}), -1) + 1 from ${speakers})`;
  return batch((tx) => {
    if (formId !== undefined && !isFirstUse(tx, formId)) return null;
    return tx
      .insert(speakers)
      .values({ ...values, sortOrder })
      .returning()
      .get();
  });
}

/**
 * Replaces a speaker. With `seen`, the updatedAt (in milliseconds) that the editor saw, a speaker whom
 * somebody saved in between stays as they are: `stale`. With `keepsImage` a blank image keeps the one
 * there is (specification, 5).
 */
export async function updateSpeaker(
  id: number,
  values: SpeakerValues,
  { seen, keepsImage = false }: { seen?: number; keepsImage?: boolean } = {},
): Promise<{ ok: true; speaker: Speaker } | { ok: false; reason: "notFound" | "stale" }> {
  return batch((tx) => {
    const current = tx.select().from(speakers).where(eq(speakers.id, id)).get();
    if (!current) return { ok: false, reason: "notFound" };
    if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
    const imageUrl = values.imageUrl ?? (keepsImage ? current.imageUrl : null);
    const speaker = tx
      .update(speakers)
      .set({ ...values, imageUrl, updatedAt: laterThan(current.updatedAt) })
      .where(eq(speakers.id, id))
      .returning()
      .get();
    return { ok: true, speaker };
  });
}

/**
 * Gives a speaker another image; false where there is no such speaker. It leaves updatedAt alone: an
 * editor who uploads an image has not saved over their own form.
 */
export async function setSpeakerImage(id: number, imageUrl: string): Promise<boolean> {
  const set = { imageUrl, updatedAt: sql`${speakers.updatedAt}` };
  return batch((tx) => tx.update(speakers).set(set).where(eq(speakers.id, id)).run().changes > 0);
}

/** Deletes a speaker and their connections; false where there was none. */
export async function deleteSpeaker(id: number): Promise<boolean> {
  return batch((tx) => tx.delete(speakers).where(eq(speakers.id, id)).run().changes > 0);
}

/** Moves a speaker one place among those of the same category; nothing at the end of the list. */
export async function moveSpeaker(id: number, direction: "up" | "down"): Promise<void> {
  await batch((tx) => {
    const all = tx.select().from(speakers).orderBy(asc(speakers.sortOrder), asc(speakers.id)).all();
    const moved = all.find((speaker) => speaker.id === id);
    const order = swapNeighbours(all, (speaker) => speaker.category === moved?.category, id, direction);
    for (const [sortOrder, speaker] of order.entries()) {
      tx.update(speakers)
        .set({ sortOrder, updatedAt: speaker.updatedAt })
        .where(eq(speakers.id, speaker.id))
        .run();
    }
  });
}
