import { asc, eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import { syncSpeakerRegistration } from "#app/models/delegate/speaker-delegates.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import { createResponseSchema } from "#app/models/editable/schemas.server.ts";
import { SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { SpeakerInput } from "#app/models/speaker/input.server.ts";
import { getSpeakerGroup } from "#app/models/speaker/speaker.ts";

export type Speaker = typeof speakers.$inferSelect;

export const SPEAKERS = declareEditable({
  words: SPEAKER_WORDS,
  table: speakers,
  input: SpeakerInput,
  answer: createResponseSchema(SPEAKER_FIELDS).describe("A speaker."),
  nameOf: ({ name }) => name,
  groupOf: getSpeakerGroup,
  keepsIfBlank: ["imageUrl"],
  linkedBy: connections.speakerId,
  follow: syncSpeakerRegistration,
  summaries: {
    update: "Replace a speaker, keeping the current image if none is sent",
    delete: "Delete a speaker and their connections",
  },
});

export async function listSpeakersOfSession(programSessionId: number) {
  return db
    .select({ speaker: speakers, role: connections.role })
    .from(connections)
    .innerJoin(speakers, eq(speakers.id, connections.speakerId))
    .where(eq(connections.programSessionId, programSessionId))
    .orderBy(asc(speakers.sortOrder), asc(speakers.id))
    .all()
    .map(({ speaker, role }) => ({ ...speaker, role }));
}
