import type { ICalCalendar } from "ical-generator";
import { conference } from "#app/conference/conference.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { calendarText } from "#app/mail/calendar.server.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { type Period, periodsOf } from "#app/models/program-session/periods.server.ts";
import {
  listProgramSessions,
  type ProgramSession,
} from "#app/models/program-session/program-session.server.ts";
import { isInCalendars } from "#app/models/program-session/time-slot.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { env } from "#app/platform/env.server.ts";
import { STREAM_NAMES } from "#app/vocabulary/program.ts";

const { name, date, startsAt, endsAt, description, contact } = conference;
const HOST = new URL(env.SITE_ORIGIN).hostname;
const COMMON = {
  location: addressLine(conference),
  ...(contact.email === null ? {} : { organizer: { name, email: contact.email } }),
};

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** The header that names the file. Inline: phones then show the event, with a button that adds it. */
export const calendarName = (suffix = "") => ({
  "Content-Disposition": `inline; filename="${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}${suffix}.ics"`,
});

/**
 * The whole program as an iCalendar file (RFC 5545), times in UTC: an event for each session, or one
 * for the day as long as there are none.
 */
export async function programCalendar(): Promise<string> {
  const programSessions = await listProgramSessions();
  const calendar = await emptyCalendar();
  if (programSessions.length === 0) {
    calendar.createEvent({
      ...COMMON,
      id: `conference@${HOST}`,
      stamp: new Date(startsAt),
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: name,
      description,
      url: env.SITE_ORIGIN,
    });
  }
  await addSessions(calendar, programSessions, programSessions);
  return calendarText(calendar);
}

/** One session as an iCalendar file: the same event as in the whole program. */
export async function sessionCalendar(id: number): Promise<string> {
  const programSessions = await listProgramSessions();
  const calendar = await emptyCalendar();
  const wanted = programSessions.filter((programSession) => programSession.id === id);
  await addSessions(calendar, wanted, programSessions);
  return calendarText(calendar);
}

async function emptyCalendar(): Promise<ICalCalendar> {
  // Loaded when first needed, as for mail.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  return ical({
    name,
    prodId: { company: name, product: "Program", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    // Seconds until a calendar that subscribes to it asks again.
    ttl: 60 * 60,
  });
}

async function addSessions(
  calendar: ICalCalendar,
  wanted: ProgramSession[],
  program: ProgramSession[],
): Promise<void> {
  const periods = periodsOf(program);
  const [speakers, connections] = await Promise.all([listSpeakers(), listConnections()]);
  const names = speakersBySession(speakers, connections);
  for (const programSession of wanted.filter(({ time }) => isInCalendars(time))) {
    calendar.createEvent({
      ...COMMON,
      ...whenOf(periods.get(programSession.id)),
      id: uidOf(programSession),
      sequence: Math.max(
        0,
        Math.ceil((programSession.updatedAt.getTime() - programSession.createdAt.getTime()) / 1000),
      ),
      stamp: programSession.updatedAt,
      summary: programSession.title,
      description: describe(
        programSession,
        (names.get(programSession.id) ?? []).map(({ name }) => name),
      ),
      url: `${env.SITE_ORIGIN}/?session=${programSession.id}`,
    });
  }
}

/**
 * The same for good, whatever of the session is edited, also after a deletion is undone or a backup is
 * restored; next year's first session on this host is another one.
 */
const uidOf = ({ id, createdAt }: ProgramSession) =>
  `session-${id}-${createdAt.getTime().toString(36)}@${HOST}`;

/** A session whose time names no hour is on the day. */
const whenOf = (period: Period | undefined) => period ?? { start: new Date(date.iso), allDay: true };

function describe({ description, track, time }: ProgramSession, names: string[]): string {
  return [
    description,
    names.length > 0 && `With ${names.join(", ")}`,
    [time, track && STREAM_NAMES[track]].filter(Boolean).join(", "),
  ]
    .filter(Boolean)
    .join("\n\n");
}
