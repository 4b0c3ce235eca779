// What the dialogs over the landing page show beside what is on it; null where there is nothing of that id.
import { createContext } from "react-router";
import type { LandingData } from "#app/models/landing/landing.ts";
import {
  getProgramSession,
  listSessionsOfSpeaker,
} from "#app/models/program-session/program-session.server.ts";
import { withClock } from "#app/models/program-session/time-slot.ts";
import { getSpeaker, listSpeakersOfSession } from "#app/models/speaker/speaker.server.ts";

export async function getSessionDialog(id: number) {
  const programSession = await getProgramSession(id);
  if (!programSession) return null;
  const { title, time, description, type, track } = programSession;
  const speakers = await listSpeakersOfSession(id);
  return {
    programSession: { id, title, time, description, type, track },
    speakers: speakers.map(({ id, name, title, company, bio, imageUrl, role }) => ({
      id,
      name,
      title,
      company,
      bio,
      imageUrl,
      role,
    })),
  };
}

export async function getSpeakerDialog(id: number) {
  const speaker = await getSpeaker(id);
  if (!speaker) return null;
  const { name, title, company, bio, imageUrl } = speaker;
  const programSessions = await listSessionsOfSpeaker(id);
  return {
    speaker: { id, name, title, company, bio, imageUrl },
    programSessions: programSessions.map(({ id, title, time, role }) => ({
      ...{ id, title, time, role },
      ...withClock(time),
    })),
  };
}

/** What the landing page of this request shows, for the dialog above it to read once both loaders have answered. */
export const landingContext = createContext<LandingData>();
