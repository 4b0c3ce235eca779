import { DAY, siteTime } from "#app/conference/day.server.ts";

/** Registration closes at the end of the last day, in the conference's time zone. */
export const isRegistrationClosed = (at: Date = siteTime()): boolean => at >= DAY.endsAt;
