import { statSync } from "node:fs";
import type { ICalCalendar } from "ical-generator";
import { conference } from "#app/conference/conference.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { env } from "#app/platform/env.server.ts";
import { slugify } from "#app/platform/text.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

const { name, startsAt, endsAt, contact } = conference;

export const CALENDAR_FILE_NAME = `${slugify(name) ?? "conference"}.ics`;
export const CALENDAR_TYPE = "text/calendar; charset=utf-8; method=PUBLISH";

type Registered = { reference: string; status: DelegateStatus; createdAt: Date; updatedAt: Date };

const EVENT_STATUS = {
  pending: "TENTATIVE",
  confirmed: "CONFIRMED",
  attended: "CONFIRMED",
  declined: "CANCELLED",
  cancelled: "CANCELLED",
} as const satisfies Record<DelegateStatus, string>;

/**
 * With a permanent UID and a rising SEQUENCE, each file replaces the previous one (RFC 5545). Omits
 * the private link, because calendars are often shared.
 */
export async function createDelegateCalendar(delegate: Registered): Promise<string> {
  // Imported on demand, because the site may never need it.
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: name, product: "Registration", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `registration-${delegate.reference.toLowerCase()}@${contact.email.split("@")[1]}`,
    ...createVersion(delegate.createdAt, delegate.updatedAt),
    start: new Date(startsAt),
    end: new Date(endsAt),
    status: ICalEventStatus[EVENT_STATUS[delegate.status]],
    summary: name,
    location: addressLine(conference),
    description: `Your reference: ${formatReference(delegate.reference)}`,
    url: env.SITE_ORIGIN,
    organizer: { name, email: contact.email },
  });
  return calendarText(calendar);
}

/** A copied file may keep its modification time, but not the time of its last change in status. */
const FILE_CHANGED_AT = env.CONFERENCE_FILE ? statSync(env.CONFERENCE_FILE).ctimeMs : 0;

/**
 * SEQUENCE and DTSTAMP rise with the newest of all that an event shows, including the conference
 * file. Never negative, even if the clock is set back.
 */
export function createVersion(createdAt: Date, changedAt: Date): { sequence: number; stamp: Date } {
  const newest = Math.max(FILE_CHANGED_AT, changedAt.getTime());
  return {
    sequence: Math.max(0, Math.ceil((newest - createdAt.getTime()) / 1000)),
    stamp: new Date(newest),
  };
}

/** Ends every line with CRLF, including the last (RFC 5545, 3.1). */
export const calendarText = (calendar: ICalCalendar): string => `${calendar}\r\n`;
