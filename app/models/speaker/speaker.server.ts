import { asc, eq, type SQL } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, speakers } from "#app/db/schema.server.ts";
import { syncSpeakerRegistration } from "#app/models/delegate/speaker-delegates.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import { createFullSchema, createResponseSchema } from "#app/models/editable/schemas.server.ts";
import { SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { SpeakerInput } from "#app/models/speaker/input.server.ts";
import { getSpeakerGroup } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";

export type Speaker = typeof speakers.$inferSelect;

export const SPEAKERS = declareEditable({
  words: SPEAKER_WORDS,
  table: speakers,
  input: SpeakerInput,
  answer: createResponseSchema(SPEAKER_FIELDS).describe("A speaker."),
  full: createFullSchema(SPEAKER_FIELDS).describe("A speaker, with what only organisers read."),
  nameOf: ({ name }) => name,
  groupOf: getSpeakerGroup,
  isDraft: (speaker) => speaker.isDraft,
  published: { isDraft: false },
  keepsIfBlank: ["imageUrl"],
  linkedBy: connections.speakerId,
  follow: syncSpeakerRegistration,
  history: {
    texts: {
      proposed: () => "Proposed changes to their entry",
      declined: () => "Declined the proposed changes",
    },
  },
});

type SessionSpeaker = Speaker & Pick<typeof connections.$inferSelect, "role" | "programSessionId">;

/** Leaves drafts out. */
function listSessionSpeakers(which?: SQL): SessionSpeaker[] {
  const { role, programSessionId } = connections;
  return db
    .select({ speaker: speakers, role, programSessionId })
    .from(connections)
    .innerJoin(speakers, eq(speakers.id, connections.speakerId))
    .where(which)
    .orderBy(asc(speakers.sortOrder), asc(speakers.id))
    .all()
    .filter(({ speaker }) => !SPEAKERS.isDraft(speaker))
    .map(({ speaker, ...part }) => ({ ...speaker, ...part }));
}

export const listSpeakersOfSession = async (id: number) =>
  listSessionSpeakers(eq(connections.programSessionId, id));
export const listSpeakersBySession = () =>
  groupBy(listSessionSpeakers(), ({ programSessionId }) => programSessionId);

export const toSessionSpeakerJson = (speaker: SessionSpeaker) => ({
  ...SPEAKERS.toJson(speaker),
  role: speaker.role,
});
