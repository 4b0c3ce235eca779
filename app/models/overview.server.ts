import { and, eq, notInArray } from "drizzle-orm";
import { conference, isConferenceFromFile } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { programSessions, speakers } from "#app/db/schema.server.ts";
import { BREAK_TYPES, TRACKS } from "#app/vocabulary/program.ts";

const isNotBreak = notInArray(programSessions.type, [...BREAK_TYPES]);

/** Counts speakers and sessions. The sample conference has fixed numbers (specification, section 9). */
export async function getOverview(): Promise<{ facts: [value: string, label: string][]; isFixed: boolean }> {
  const [speakerCount, sessionCount] = isConferenceFromFile
    ? await Promise.all([
        db.$count(speakers, eq(speakers.isDraft, false)),
        db.$count(programSessions, and(isNotBreak, eq(programSessions.status, "scheduled"))),
      ])
    : [18, 9];
  const facts: [string, string][] = [
    [String(speakerCount), "Total Speakers"],
    ...(TRACKS.length > 0 && sessionCount > 0
      ? ([[String(TRACKS.length), "Tracks"]] satisfies [string, string][])
      : []),
    [String(sessionCount), "Sessions"],
    [conference.date.short, "Date"],
  ];
  return { facts, isFixed: !isConferenceFromFile };
}
