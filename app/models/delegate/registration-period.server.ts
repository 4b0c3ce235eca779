import { DAY, siteTime } from "#app/conference/day.server.ts";

/** Whether nobody can register any more: the day is over by the clocks of the conference. */
export const isRegistrationClosed = (at: Date = siteTime()): boolean => at >= DAY.endsAt;
