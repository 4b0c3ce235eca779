import { CONFERENCE_PERIOD, siteTime } from "#app/conference/day.server.ts";

export const isRegistrationClosed = (at: Date = siteTime()): boolean => at >= CONFERENCE_PERIOD.endsAt;
