import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";

/** A session as the program lists it. */
export type ListedSession = Pick<
  ProgramSessionJson,
  "id" | "title" | "time" | "description" | "type" | "track"
>;

/** A speaker as the line-up lists them. */
export type ListedSpeaker = Pick<
  SpeakerJson,
  "id" | "name" | "title" | "company" | "imageUrl" | "category" | "featured"
>;

/** What the landing page needs of the database: sessions in program order, speakers in theirs. */
export type LandingData = {
  programSessions: ListedSession[];
  speakers: ListedSpeaker[];
  connections: { speakerId: number; programSessionId: number }[];
};
