import { asc, eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import type { ConnectionRole } from "#app/models/connection.ts";
import type { SpeakerJson } from "#app/models/speaker.ts";

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
