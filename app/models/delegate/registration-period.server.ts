import { CONFERENCE_PERIOD, currentSiteTime } from "#app/conference/day.server.ts";

export const isRegistrationClosed = (at: Date = currentSiteTime()): boolean => at >= CONFERENCE_PERIOD.endsAt;
