import type { EntryContext } from "react-router";
import type { Sharing } from "#app/components/server-render.ts";
import { conference } from "#app/conference.ts";
import { env } from "#app/env.server.ts";
import type { LandingData } from "#app/models/landing.ts";
import { sessionSummary } from "#app/models/session-summary.ts";
import type { loader as loadSession } from "#app/routes/home/session-dialog.tsx";
import { NOTICES } from "#app/sharing/notices.ts";
import { CARD_PATH, sessionCardPath, sessionPath } from "#app/sharing/paths.ts";
import { periodsOf } from "#app/sharing/periods.server.ts";
import { conferenceData, scriptSafeJson, sessionData } from "#app/sharing/structured-data.server.ts";

type SessionData = Awaited<ReturnType<typeof loadSession>>["data"];

/**
 * What a page that is about to be rendered says of itself to whoever shares or lists it; null for
 * errors, the panel, and what is there for one person alone.
 */
export function sharingOf({
  matches,
  loaderData,
  statusCode,
  errors,
}: EntryContext["staticHandlerContext"]): Sharing | null {
  const route = matches.at(-1)?.route.id;
  if (statusCode !== 200 || errors) return null;
  if (route === "routes/register/register") {
    if (loaderData[route]?.view !== "form") return null;
    const { name, date, city } = conference;
    const title = `Register for ${name}`;
    const description = `${title}, ${date.long}, ${city}.`;
    return share("/register", { title, description }, EVENT_CARD, null);
  }
  if (route === "routes/notices/accessibility") return shareNotice("/accessibility");
  if (route === "routes/notices/privacy") return shareNotice("/privacy");
  if (route !== "routes/home/session-dialog") return null;
  const landing = loaderData["routes/home/home"] as LandingData;
  const { programSession, speakers } = loaderData[route] as SessionData;
  if (!programSession) {
    return share("/", conference, EVENT_CARD, conferenceData(landing.speakers));
  }
  const { id } = programSession;
  const summary = sessionSummary(programSession);
  const period = periodsOf(landing.programSessions).get(id);
  const data = sessionData(programSession, summary.description, period, speakers);
  const card = { path: sessionCardPath(id), headline: programSession.title };
  return share(sessionPath(id), summary, card, data);
}

function shareNotice(path: keyof typeof NOTICES): Sharing {
  const { title, description } = NOTICES[path];
  return share(path, { title: `${title} – ${conference.name}`, description }, EVENT_CARD, null);
}

const EVENT_CARD = { path: CARD_PATH, headline: conference.name };

const share = (
  path: string,
  { title, description }: { title: string; description: string },
  card: { path: string; headline: string },
  data: object | null,
): Sharing => ({
  url: env.SITE_ORIGIN + path,
  title,
  description,
  image: env.SITE_ORIGIN + card.path,
  imageAlt: `${card.headline}. ${conference.date.long}, ${conference.venue.name}, ${conference.city}`,
  jsonLd: data && scriptSafeJson(data),
});
