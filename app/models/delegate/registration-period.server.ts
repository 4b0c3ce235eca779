import { DAY, siteTime } from "#app/conference/day.server.ts";

export const isRegistrationClosed = (at: Date = siteTime()): boolean => at >= DAY.endsAt;
