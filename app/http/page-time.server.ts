import { conference } from "#app/conference/conference.ts";
import { siteTime } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";
import { inZone, isTimeText } from "#app/platform/zoned-time.server.ts";

/** The site's time. In the demo, `?at=2025-09-11T10:00` overrides it. */
export function pageTime(request: Request): Date {
  const at = env.DEMO === "on" ? new URL(request.url).searchParams.get("at") : null;
  return at !== null && isTimeText(at) ? inZone(at, conference.timeZone) : siteTime();
}
