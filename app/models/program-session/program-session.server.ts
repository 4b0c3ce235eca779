import { eq, inArray, max } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { changes, connections, programSessions } from "#app/db/schema.server.ts";
import { declareEditable } from "#app/models/editable/editable.server.ts";
import {
  createFullSchema,
  createInputSchema,
  createResponseSchema,
  momentInZone,
  textSchema,
  toAnswer,
} from "#app/models/editable/schemas.server.ts";
import { PROGRAM_SESSION_FIELDS, PROGRAM_SESSION_WORDS } from "#app/models/program-session/fields.ts";
import { getPeriods } from "#app/models/program-session/periods.server.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import {
  createClockField,
  findTimeRemark,
  slotGroupKey,
  sortByProgram,
} from "#app/models/program-session/time-slot.ts";
import { toIsoInZone } from "#app/platform/zoned-time.server.ts";
import { getRoom, trackColumnHeading } from "#app/vocabulary/program.ts";

export type ProgramSession = typeof programSessions.$inferSelect;

export const PROGRAM_SESSIONS = declareEditable({
  words: PROGRAM_SESSION_WORDS,
  table: programSessions,
  input: createInputSchema(PROGRAM_SESSION_FIELDS),
  answer: createResponseSchema(PROGRAM_SESSION_FIELDS).describe("A session in the program."),
  full: createFullSchema(PROGRAM_SESSION_FIELDS).describe("A session, with what only organisers read."),
  nameOf: ({ title }) => title,
  isDraft: ({ status }) => status === "draft",
  published: { status: "scheduled" },
  remarkOn: ({ time }) => findTimeRemark(time),
  placeOf: ({ time, track }) =>
    (createClockField(time).time ?? time) + (track === null ? "" : `, ${trackColumnHeading(track)}`),
  // By start time, slot and stream, then sortOrder, then id (§ 4).
  arrange: sortByProgram,
  groupOf: slotGroupKey,
  linkedBy: connections.programSessionId,
});

/** A session as the API returns it: with when and where it is, for other software. */
export const SessionAnswer = PROGRAM_SESSIONS.answer.extend({
  startsAt: momentInZone
    .nullable()
    .describe("In the conference’s time zone. Null if the session lasts all day, or if `remark` says why."),
  endsAt: momentInZone
    .nullable()
    .describe("Like `startsAt`. If `time` has no end, the start of the next session in the same track."),
  roomName: textSchema.nullable().describe("The room: the session’s own, or else its track’s."),
  remark: textSchema.nullable().describe("What is wrong with `time`, as text for organisers, or null."),
});

/** `program` are the sessions of which one may end another; drafts end only drafts. */
export function toSessionAnswers(
  sessions: readonly ProgramSession[] | readonly ProgramSessionJson[],
  program: ProgramSession[] = PROGRAM_SESSIONS.within.list(),
) {
  const published = getPeriods(program.filter((one) => !PROGRAM_SESSIONS.isDraft(one)));
  const planned = getPeriods(program);
  return sessions.map((session) => {
    const { start, end } = (session.status === "draft" ? planned : published).get(session.id) ?? {};
    return toAnswer(SessionAnswer, {
      ...session,
      startsAt: start ? toIsoInZone(start, conference.timeZone) : null,
      endsAt: end ? toIsoInZone(end, conference.timeZone) : null,
      roomName: getRoom(session),
      remark: findTimeRemark(session.time),
    });
  });
}

/** When anything that a session's calendar event may show last changed, even by a deletion. */
export function getProgramChangedAt(): Date | null {
  const isShown = inArray(changes.table, ["program_sessions", "speakers", "connections"]);
  const at = max(changes.createdAt);
  return db.select({ at }).from(changes).where(isShown).get()?.at ?? null;
}

/** Leaves drafts out. */
export async function listSessionsOfSpeaker(speakerId: number) {
  const linked = db
    .select({ programSession: programSessions, role: connections.role })
    .from(connections)
    .innerJoin(programSessions, eq(programSessions.id, connections.programSessionId))
    .where(eq(connections.speakerId, speakerId))
    .all()
    .map(({ programSession, role }) => ({ ...programSession, role }))
    .filter((programSession) => !PROGRAM_SESSIONS.isDraft(programSession));
  return sortByProgram(linked);
}
