import { count } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { connections, delegates, programSessions, speakers } from "#app/db/schema.server.ts";
import { SAMPLE_SESSIONS, SAMPLE_SPEAKERS, samplePhoto } from "#app/sample/sample-program.ts";

export async function isConferenceEmpty(): Promise<boolean> {
  const tables = [speakers, programSessions, delegates];
  return tables.every((table) => db.select({ rows: count() }).from(table).get()?.rows === 0);
}

/** Adds the sample speakers and sessions. `replace` deletes existing ones. Keeps delegates. */
export async function seedSampleConference({ replace = false } = {}): Promise<void> {
  await batch((tx) => {
    if (replace) {
      tx.delete(speakers).run();
      tx.delete(programSessions).run();
    }
    const speakerIds = new Map<string, number>();
    for (const [sortOrder, sample] of SAMPLE_SPEAKERS.entries()) {
      const { slug, hasPhoto, ...speaker } = sample;
      const { id } = tx
        .insert(speakers)
        .values({ ...speaker, imageUrl: samplePhoto(sample), sortOrder })
        .returning({ id: speakers.id })
        .get();
      speakerIds.set(slug, id);
    }
    for (const [index, { speakers: links, ...programSession }] of SAMPLE_SESSIONS.entries()) {
      const { id: programSessionId } = tx
        .insert(programSessions)
        .values({ ...programSession, sortOrder: index })
        .returning({ id: programSessions.id })
        .get();
      for (const [slug, role] of links) {
        const speakerId = speakerIds.get(slug);
        if (speakerId === undefined) throw new Error(`The sample has no speaker ${slug}`);
        tx.insert(connections).values({ speakerId, programSessionId, role }).run();
      }
    }
  });
}
