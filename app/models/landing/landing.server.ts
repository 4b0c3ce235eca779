import { conference } from "#app/conference/conference.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { phaseOf } from "#app/models/landing/phase.server.ts";
import { pricesAt } from "#app/models/landing/prices.server.ts";
import { listProgramSessions } from "#app/models/program-session/program-session.server.ts";
import { groupBySlot, withClock } from "#app/models/program-session/time-slot.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";

/** The whole program and all speakers at a time, with no more of each than the landing page shows. */
export async function getLandingData(now: Date): Promise<LandingData> {
  const [programSessions, speakers, connections] = await Promise.all([
    listProgramSessions(),
    listSpeakers(),
    listConnections(),
  ]);
  const phase = phaseOf(now, conference, programSessions);
  const prices = pricesAt(now, conference);
  return {
    programSessions: groupBySlot(programSessions).flatMap((slot) =>
      slot.programSessions.map(({ id, title, time, description, type, track }, index) => ({
        ...{ id, title, time, description, type, track },
        ...withClock(time),
        ...(index > 0 && time !== slot.programSessions[index - 1]?.time && ({ joins: true } as const)),
      })),
    ),
    speakers: speakers.map(({ id, name, title, company, imageUrl, category, featured }) => ({
      id,
      name,
      title,
      company,
      imageUrl,
      category,
      featured,
    })),
    connections: connections.map(({ speakerId, programSessionId }) => ({ speakerId, programSessionId })),
    // Where there is none, no byte of the page says so.
    ...(phase && { phase }),
    ...(prices && { prices }),
  };
}
