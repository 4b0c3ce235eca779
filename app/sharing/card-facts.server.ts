import { conference } from "#app/conference/conference.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { listSpeakersOfSession, SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { CardFacts } from "#app/sharing/card.server.ts";
import { respondWithSharedFile } from "#app/sharing/shared-file.server.ts";

const { name, headline, lead, description, city, date, hours, venue } = conference;
const FOOT_PLACE = `${venue.name}, ${city}`;
const EVENT_DATELINE = `${date.long} · ${hours}`;

export const eventCard: CardFacts = {
  dateline: headline === null ? EVENT_DATELINE : `${name} · ${EVENT_DATELINE}`,
  headline: headline ?? name,
  detail: { text: lead ?? description, lines: 3 },
  foot: [new URL(env.SITE_ORIGIN).host, FOOT_PLACE],
};

export async function getSessionCard(id: number): Promise<CardFacts | null> {
  const programSession = await PROGRAM_SESSIONS.getPublic(id);
  if (!programSession) return null;
  const speakers = await listSpeakersOfSession(id);
  return {
    dateline: `${date.long} · ${programSession.time}`,
    headline: programSession.title,
    detail: { text: speakers.map(({ name }) => name).join(", "), lines: 2 },
    foot: [name, FOOT_PLACE],
  };
}

export async function getSpeakerCard(id: number): Promise<CardFacts | null> {
  const speaker = await SPEAKERS.getPublic(id);
  return (
    speaker && {
      dateline: EVENT_DATELINE,
      headline: speaker.name,
      detail: { text: [speaker.title, speaker.company].filter(Boolean).join(", "), lines: 2 },
      foot: [name, FOOT_PLACE],
    }
  );
}

export function respondWithCard(request: Request, key: string, facts: CardFacts): Promise<Response> {
  return respondWithSharedFile(request, {
    key,
    type: "image/png",
    version: JSON.stringify(facts),
    async make() {
      // Imported on demand, because reading the fonts is slow.
      const { drawCard } = await import("#app/sharing/card.server.ts");
      return drawCard(facts);
    },
  });
}
