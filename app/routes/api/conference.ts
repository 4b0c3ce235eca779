import { conference } from "#app/conference/conference.ts";
import { markPublicResponse, type SharedPage } from "#app/http/cache-policy.server.ts";
import { RESPONSE_SCHEMAS } from "#app/openapi/schemas.server.ts";
import { env } from "#app/platform/env.server.ts";

export const handle: SharedPage = { shared: {} };
export const middleware = [markPublicResponse];

/** GET /api/conference: when and where the conference is, and what its ids mean. */
export function loader() {
  const addresses = { url: `${env.SITE_ORIGIN}/`, calendarUrl: `${env.SITE_ORIGIN}/calendar.ics` };
  const facts = { ...conference, ...addresses, date: conference.date.iso };
  // The schema lists the fields; all others are dropped.
  return Response.json(RESPONSE_SCHEMAS.Conference.parse(facts));
}
