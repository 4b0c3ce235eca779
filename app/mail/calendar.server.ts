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

type Registered = { reference: string; status: DelegateStatus; createdAt: Date; updatedAt: Date };

const EVENT_STATUS = {
  pending: "TENTATIVE",
  confirmed: "CONFIRMED",
  attended: "CONFIRMED",
  declined: "CANCELLED",
  cancelled: "CANCELLED",
} as const satisfies Record<DelegateStatus, string>;

// Calendars are shared, so that the private link is not in it.
/** One UID for good, and a SEQUENCE that rises: each file replaces the last (RFC 5545). */
export async function calendarOf(delegate: Registered): Promise<string> {
  // Most starts of the site need no calendar.
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: name, product: "Registration", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `registration-${delegate.reference.toLowerCase()}@${contact.email?.split("@")[1] ?? new URL(env.SITE_ORIGIN).hostname}`,
    sequence: sequenceOf(delegate),
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

/** A later version has a higher number, which no clock that was set back makes negative. */
export const sequenceOf = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }): number =>
  Math.max(0, Math.ceil((updatedAt.getTime() - createdAt.getTime()) / 1000));

/** CRLF ends every line (RFC 5545, 3.1), also the last one. */
export const calendarText = (calendar: ICalCalendar): string => `${calendar}\r\n`;
