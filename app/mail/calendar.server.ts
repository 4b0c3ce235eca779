import type { ICalCalendar } from "ical-generator";
import { conference } from "#app/conference/conference.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { env } from "#app/platform/env.server.ts";
import { slugOf } from "#app/platform/text.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

const { name, startsAt, endsAt, contact } = conference;

export const CALENDAR_FILE = `${slugOf(name) ?? "conference"}.ics`;
export const CALENDAR_TYPE = "text/calendar; charset=utf-8; method=PUBLISH";

const EVENT_STATUS = {
  pending: "TENTATIVE",
  confirmed: "CONFIRMED",
  attended: "CONFIRMED",
  declined: "CANCELLED",
  cancelled: "CANCELLED",
} as const satisfies Record<DelegateStatus, string>;

/**
 * The day as an iCalendar file (RFC 5545), times in UTC. One registration is one event for good: every
 * later file has the same UID and a SEQUENCE that is not lower, so that it replaces what a calendar has.
 * The private link is not in it, because calendars are shared.
 */
export async function calendarOf(delegate: {
  reference: string;
  status: DelegateStatus;
  createdAt: Date;
  updatedAt: Date;
}): Promise<string> {
  // Loaded when first needed: most starts of the site are for something else.
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: name, product: "Registration", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `registration-${delegate.reference.toLowerCase()}@${contact.email?.split("@")[1] ?? new URL(env.SITE_ORIGIN).hostname}`,
    sequence: Math.max(0, Math.ceil((delegate.updatedAt.getTime() - delegate.createdAt.getTime()) / 1000)),
    stamp: delegate.updatedAt,
    start: new Date(startsAt),
    end: new Date(endsAt),
    status: ICalEventStatus[EVENT_STATUS[delegate.status]],
    summary: name,
    location: addressLine(conference),
    description: `Your reference: ${formatReference(delegate.reference)}`,
    url: env.SITE_ORIGIN,
    organizer: contact.email === null ? null : { name, email: contact.email },
  });
  return calendarText(calendar);
}

/** A calendar as a file: CRLF ends every line (RFC 5545, 3.1), also the last one. */
export const calendarText = (calendar: ICalCalendar): string => `${calendar}\r\n`;
