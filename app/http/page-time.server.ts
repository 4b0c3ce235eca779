import { conference } from "#app/conference/conference.ts";
import { siteTime } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";
import { inZone, isTimeText } from "#app/platform/zoned-time.server.ts";

/** The time a page shows: the site's, or in the demo that of the address, `?at=2025-09-11T10:00`. */
export function pageTime(request: Request): Date {
  const at = env.DEMO === "on" ? new URL(request.url).searchParams.get("at") : null;
  return at !== null && isTimeText(at) ? inZone(at, conference.timeZone) : siteTime();
}
