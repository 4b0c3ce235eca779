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
    sequence: calendarSequence(delegate),
    stamp: delegate.updatedAt,
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

/** Rises with each version. Never negative, even if the clock is set back. */
export const calendarSequence = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }): number =>
  Math.max(0, Math.ceil((updatedAt.getTime() - createdAt.getTime()) / 1000));

/** Ends every line with CRLF, including the last (RFC 5545, 3.1). */
export const calendarText = (calendar: ICalCalendar): string => `${calendar}\r\n`;
