import { asc, eq, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import { connectionsOf, keepDeletion } from "#app/models/editable/deletion.server.ts";
import { laterThan, placesOf, swapNeighbours } from "#app/models/editable/order.ts";
import { changesBetween, recordChange } from "#app/models/history/audit-log.server.ts";
import type { SpeakerValues } from "#app/models/speaker/input.server.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { batchIdempotently, type Intent, idempotently } from "#app/models/submission/idempotency.server.ts";
import type { ConnectionRole } from "#app/vocabulary/connection.ts";

export type Speaker = typeof speakers.$inferSelect;

/** All speakers, by sortOrder, then id. */
export async function listSpeakers(): Promise<Speaker[]> {
  return db.select().from(speakers).orderBy(asc(speakers.sortOrder), asc(speakers.id)).all();
}

/** The speaker with this id, or null. */
export async function getSpeaker(id: number): Promise<Speaker | null> {
  return findSpeaker(db, id) ?? null;
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

type Created = { ok: true; speaker: SpeakerJson } | { ok: false; reason: "stale" };

/**
 * Creates a speaker, last in the order; once for one intent. With `insteadOf`, the id of a speaker who was
 * deleted, it is refused as `stale` where that one has been restored.
 * Here and below `actor` is the email address of the organiser who does it, for the audit log.
 */
export async function createSpeaker(
  values: SpeakerValues,
  actor: string,
  { intent, insteadOf }: { intent?: Intent; insteadOf?: number } = {},
): Promise<Created | { ok: false; reason: "formUsed" }> {
  const sortOrder = sql`(select coalesce(max(${speakers.sortOrder}), -1) + 1 from ${speakers})`;
  return batch((tx) =>
    idempotently(tx, intent, (): Created => {
      if (insteadOf !== undefined && findSpeaker(tx, insteadOf)) return { ok: false, reason: "stale" };
      const speaker = tx
        .insert(speakers)
        .values({ ...values, sortOrder })
        .returning()
        .get();
      record(tx, actor, "created", speaker);
      return { ok: true, speaker: toSpeakerJson(speaker) };
    }),
  );
}

const findSpeaker = (tx: Db, id: number) => tx.select().from(speakers).where(eq(speakers.id, id)).get();

type Updated = { ok: true; speaker: SpeakerJson } | { ok: false; reason: "notFound" | "stale" };

/**
 * Replaces a speaker. With `seen`, the updatedAt (in milliseconds) that the editor saw, a speaker whom
 * somebody saved in between stays as they are: `stale`. With `keepsImage` a blank image keeps the one
 * there is (specification, 5). `formId` as for `deleteSpeaker`.
 */
export async function updateSpeaker(
  id: number,
  values: SpeakerValues,
  actor: string,
  { seen, keepsImage = false, formId }: { seen?: number; keepsImage?: boolean; formId?: string } = {},
): Promise<Updated> {
  return batchIdempotently(formId, (tx) =>
    replaceSpeaker(tx, { id, seen, actor }, (current) => ({
      ...values,
      imageUrl: values.imageUrl ?? (keepsImage ? current.imageUrl : null),
    })),
  );
}

/**
 * Gives a speaker another image, with `seen` as for `updateSpeaker`. The image is part of what is saved,
 * so this makes a new version: whoever has the form open with the old one is told when they save.
 */
export async function setSpeakerImage(
  id: number,
  imageUrl: string,
  actor: string,
  { seen }: { seen?: number } = {},
): Promise<Updated> {
  return batch((tx) => replaceSpeaker(tx, { id, seen, actor }, () => ({ imageUrl })));
}

function replaceSpeaker(
  tx: Db,
  { id, seen, actor }: { id: number; seen: number | undefined; actor: string },
  valuesFor: (current: Speaker) => Partial<SpeakerValues>,
): Updated {
  const current = findSpeaker(tx, id);
  if (!current) return { ok: false, reason: "notFound" };
  if (seen !== undefined && current.updatedAt.getTime() !== seen) return { ok: false, reason: "stale" };
  const values = valuesFor(current);
  const speaker = tx
    .update(speakers)
    .set({ ...values, updatedAt: laterThan(current.updatedAt) })
    .where(eq(speakers.id, id))
    .returning()
    .get();
  const changes = changesBetween<Speaker>(current, values);
  if (Object.keys(changes).length > 0) record(tx, actor, "updated", speaker, changes);
  return { ok: true, speaker: toSpeakerJson(speaker) };
}

/**
 * Deletes a speaker and their connections. Answers the id by which it is undone; null where there was none.
 * Here and elsewhere `formId` is the one-time id of the form that asks, which says itself what for: its second
 * copy is answered like the first.
 */
export async function deleteSpeaker(id: number, actor: string, formId?: string): Promise<string | null> {
  return batchIdempotently(formId, (tx) => {
    const speaker = findSpeaker(tx, id);
    if (!speaker) return null;
    const rows = { speakers: [speaker], connections: connectionsOf(tx, { speakerId: id }) };
    const deletion = keepDeletion(tx, { subject: "speaker", label: speaker.name, actor, rows });
    tx.delete(speakers).where(eq(speakers.id, id)).run();
    return deletion;
  });
}

/**
 * Moves a speaker one place among those of the same category; nothing at the end of the list. False where
 * there is no such speaker.
 */
export async function moveSpeaker(
  id: number,
  direction: "up" | "down",
  actor: string,
  formId?: string,
): Promise<boolean> {
  return batchIdempotently(formId, (tx) => {
    const all = tx.select().from(speakers).orderBy(asc(speakers.sortOrder), asc(speakers.id)).all();
    const moved = all.find((speaker) => speaker.id === id);
    const isInGroup = (speaker: Speaker) => speaker.category === moved?.category;
    const order = swapNeighbours(all, isInGroup, id, direction);
    if (!moved) return false;
    if (order === all) return true;
    for (const [sortOrder, speaker] of order.entries()) {
      tx.update(speakers)
        .set({ sortOrder, updatedAt: speaker.updatedAt })
        .where(eq(speakers.id, speaker.id))
        .run();
    }
    record(tx, actor, "moved", moved, {
      place: placesOf(id, all.filter(isInGroup), order.filter(isInGroup)),
    });
    return true;
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
