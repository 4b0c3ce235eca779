import { conference } from "#app/conference/conference.ts";
import { currentSiteTime } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isTimeText, parseInZone } from "#app/platform/zoned-time.server.ts";

/** The site's time. In the demo, `?at=2025-09-11T10:00` overrides it. */
export function getPageTime(request: Request): Date {
  const at = env.DEMO === "on" ? new URL(request.url).searchParams.get("at") : null;
  return at !== null && isTimeText(at) ? parseInZone(at, conference.timeZone) : currentSiteTime();
}
