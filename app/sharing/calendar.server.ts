import type { ICalCalendar } from "ical-generator";
import { conference } from "#app/conference/conference.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { calendarText, createVersion } from "#app/mail/calendar.server.ts";
import { listPublicConnections } from "#app/models/connection/connection.server.ts";
import { getPeriods, type Period } from "#app/models/program-session/periods.server.ts";
import {
  getProgramChangedAt,
  PROGRAM_SESSIONS,
  type ProgramSession,
} from "#app/models/program-session/program-session.server.ts";
import { isInCalendars } from "#app/models/program-session/time-slot.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { env } from "#app/platform/env.server.ts";
import { cancelledTitle } from "#app/sharing/sharing.ts";
import { getRoom, isCancelled, trackColumnHeading } from "#app/vocabulary/program.ts";

const { name, date, startsAt, endsAt, description, contact } = conference;
const HOST = new URL(env.SITE_ORIGIN).hostname;
const COMMON = {
  location: addressLine(conference),
  organizer: { name, email: contact.email },
};

/** Only the conference file can change the event of a conference without sessions. */
const FIRST_RELEASE = new Date("2025-01-01");

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** Sent inline, so phones show the event with a button to add it. */
export const calendarHeaders = (suffix = "") => ({
  "Content-Disposition": `inline; filename="${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}${suffix}.ics"`,
});

/**
 * Returns the sessions with these ids, or all (RFC 5545, times in UTC), as the same events. If the
 * program has no sessions, the calendar contains the conference itself.
 */
export async function createCalendar(ids?: readonly number[]): Promise<string> {
  const programSessions = await PROGRAM_SESSIONS.listPublic();
  const calendar = await emptyCalendar();
  if (!ids && programSessions.length === 0) {
    calendar.createEvent({
      ...COMMON,
      id: `conference@${HOST}`,
      ...createVersion(FIRST_RELEASE, FIRST_RELEASE),
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: name,
      description,
      url: env.SITE_ORIGIN,
    });
  }
  const wanted = ids ? programSessions.filter(({ id }) => ids.includes(id)) : programSessions;
  await addSessions(calendar, wanted, programSessions);
  return calendarText(calendar);
}

async function emptyCalendar(): Promise<ICalCalendar> {
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  return ical({
    name,
    prodId: { company: name, product: "Program", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    // Seconds until subscribed calendars refresh.
    ttl: 60 * 60,
  });
}

async function addSessions(calendar: ICalCalendar, wanted: ProgramSession[], program: ProgramSession[]) {
  const { ICalEventStatus } = await import("ical-generator");
  const periods = getPeriods(program);
  const changedAt = getProgramChangedAt();
  const [speakers, connections] = await Promise.all([SPEAKERS.listPublic(), listPublicConnections()]);
  const names = speakersBySession(speakers, connections);
  const startOf = ({ id }: ProgramSession) => periods.get(id)?.start.getTime() ?? 0;
  const inOrder = wanted.toSorted((a, b) => startOf(a) - startOf(b));
  for (const programSession of inOrder.filter(({ time }) => isInCalendars(time))) {
    calendar.createEvent({
      ...COMMON,
      location: locationOf(programSession),
      ...whenOf(periods.get(programSession.id)),
      id: uidOf(programSession),
      ...createVersion(programSession.createdAt, changedAt ?? programSession.updatedAt),
      ...(isCancelled(programSession) && { status: ICalEventStatus.CANCELLED }),
      summary: cancelledTitle(programSession),
      description: describe(programSession, names.get(programSession.id) ?? []),
      url: `${env.SITE_ORIGIN}/?session=${programSession.id}`,
    });
  }
}

const locationOf = (session: ProgramSession): string =>
  [getRoom(session), COMMON.location].filter(Boolean).join(", ");

/** The UID stays the same after an edit, undo or restore, and is never reused in a later year. */
const uidOf = ({ id, createdAt }: ProgramSession) =>
  `session-${id}-${createdAt.getTime().toString(36)}@${HOST}`;

/** A session without a time lasts all day. */
const whenOf = (period: Period | undefined) => period ?? { start: new Date(date.iso), allDay: true };

function describe({ description, track, time }: ProgramSession, speakers: { name: string }[]): string {
  return [
    description,
    speakers.length > 0 && `With ${speakers.map(({ name }) => name).join(", ")}`,
    [time, track && trackColumnHeading(track)].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join("\n\n");
}
