import { asc, eq, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import { changesBetween, recordChange } from "#app/models/audit-log.server.ts";
import type { ConnectionRole } from "#app/models/connection.ts";
import { connectionsOf, keepDeletion } from "#app/models/deletion.server.ts";
import { laterThan, placesOf, swapNeighbours } from "#app/models/order.ts";
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

/**
 * Creates a speaker, last in the order. Null where the form with this one-time id has created it already.
 * Here and below `actor` is the e-mail address of the organiser who does it, for the audit log.
 */
export async function createSpeaker(values: SpeakerValues, actor: string): Promise<Speaker>;
export async function createSpeaker(
  values: SpeakerValues,
  actor: string,
  formId: string,
): Promise<Speaker | null>;
export async function createSpeaker(
  values: SpeakerValues,
  actor: string,
  formId?: string,
): Promise<Speaker | null> {
  const sortOrder = sql`(select coalesce(max(${speakers.sortOrder}), -1) + 1 from ${speakers})`;
  return batch((tx) => {
    if (formId !== undefined && !isFirstUse(tx, formId)) return null;
    const speaker = tx
      .insert(speakers)
      .values({ ...values, sortOrder })
      .returning()
      .get();
    record(tx, actor, "created", speaker);
    return speaker;
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
  actor: string,
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
    const changes = changesBetween<Speaker>(current, { ...values, imageUrl });
    if (Object.keys(changes).length > 0) record(tx, actor, "updated", speaker, changes);
    return { ok: true, speaker };
  });
}

/**
 * Gives a speaker another image; false where there is no such speaker. It leaves updatedAt alone: an
 * editor who uploads an image has not saved over their own form.
 */
export async function setSpeakerImage(id: number, imageUrl: string, actor: string): Promise<boolean> {
  return batch((tx) => {
    const current = tx.select().from(speakers).where(eq(speakers.id, id)).get();
    if (!current) return false;
    const { updatedAt } = current;
    tx.update(speakers).set({ imageUrl, updatedAt }).where(eq(speakers.id, id)).run();
    record(tx, actor, "updated", current, changesBetween<Speaker>(current, { imageUrl }));
    return true;
  });
}

/** Deletes a speaker and their connections. Answers the id by which it is undone; null where there was none. */
export async function deleteSpeaker(id: number, actor: string): Promise<string | null> {
  return batch((tx) => {
    const speaker = tx.select().from(speakers).where(eq(speakers.id, id)).get();
    if (!speaker) return null;
    const rows = { speakers: [speaker], connections: connectionsOf(tx, { speakerId: id }) };
    const deletion = keepDeletion(tx, { subject: "speaker", label: speaker.name, actor, rows });
    tx.delete(speakers).where(eq(speakers.id, id)).run();
    return deletion;
  });
}

/** Moves a speaker one place among those of the same category; nothing at the end of the list. */
export async function moveSpeaker(id: number, direction: "up" | "down", actor: string): Promise<void> {
  await batch((tx) => {
    const all = tx.select().from(speakers).orderBy(asc(speakers.sortOrder), asc(speakers.id)).all();
    const moved = all.find((speaker) => speaker.id === id);
    const isInGroup = (speaker: Speaker) => speaker.category === moved?.category;
    const order = swapNeighbours(all, isInGroup, id, direction);
    if (!moved || order === all) return;
    for (const [sortOrder, speaker] of order.entries()) {
      tx.update(speakers)
        .set({ sortOrder, updatedAt: speaker.updatedAt })
        .where(eq(speakers.id, speaker.id))
        .run();
    }
    record(tx, actor, "moved", moved, {
      place: placesOf(id, all.filter(isInGroup), order.filter(isInGroup)),
    });
  });
}

function record(
  tx: Db,
  actor: string,
  action: string,
  { id, name }: Speaker,
  changes?: Record<string, [unknown, unknown]>,
): void {
  recordChange(tx, { actor, subject: "speaker", subjectId: id, action, label: name, changes });
}
