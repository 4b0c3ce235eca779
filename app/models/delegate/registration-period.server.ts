import { DAY, siteTime } from "#app/conference/day.server.ts";

/** The day is over by the clocks of the conference. */
export const isRegistrationClosed = (at: Date = siteTime()): boolean => at >= DAY.endsAt;
