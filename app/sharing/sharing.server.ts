// What a page says of itself to whoever shares or lists it. Routes say it, in a loader or as middleware.
import { createContext, type MiddlewareFunction } from "react-router";
import { conference } from "#app/conference/conference.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { periodsOf } from "#app/models/program-session/periods.server.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { env } from "#app/platform/env.server.ts";
import { CARD_PATH, sessionCardPath, sessionPath, speakerPath } from "#app/sharing/paths.ts";
import type { Sharing } from "#app/sharing/sharing.ts";
import {
  conferenceData,
  type SharedSpeaker,
  scriptSafeJson,
  sessionData,
  speakerData,
} from "#app/sharing/structured-data.server.ts";
import { sessionSummary, speakerSummary } from "#app/sharing/summary.ts";

/**
 * Makes what the page of this request says of itself, once all its loaders have answered. Null, and so no tags,
 * for whatever does not say anything: the panel, errors, and what is there for one person alone.
 */
export const sharingContext = createContext<(() => Sharing) | null>(null);

/** The middleware of a page whose words are always the same. */
export const shareAs =
  (path: string, title: string, description: string): MiddlewareFunction<Response> =>
  ({ context }) =>
    context.set(sharingContext, () => sharePage(path, title, description));

/** A page of the site beside the landing page; its card is the conference's. */
export const sharePage = (path: string, title: string, description: string): Sharing =>
  share(path, { title, description }, EVENT_CARD, null);

/** The landing page: the conference itself. */
export const shareConference = ({ speakers, phase, prices }: LandingData): Sharing =>
  share(
    "/",
    conference,
    EVENT_CARD,
    conferenceData(speakers, phase?.kind === "after" ? null : (prices ?? {})),
  );

/** The address of one session, with a card of its own. */
export function shareSession(
  programSession: Pick<ProgramSessionJson, "id" | "title" | "time" | "description" | "type" | "track">,
  speakers: { name: string }[],
  { programSessions }: LandingData,
): Sharing {
  const { id, title } = programSession;
  const summary = sessionSummary(programSession);
  const period = periodsOf(programSessions).get(id);
  const data = sessionData(programSession, summary.description, period, speakers);
  return share(sessionPath(id), summary, { path: sessionCardPath(id), headline: title }, data);
}

/** The address of one speaker. */
export const shareSpeaker = (speaker: SharedSpeaker): Sharing =>
  share(speakerPath(speaker.id), speakerSummary(speaker), EVENT_CARD, speakerData(speaker));

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
