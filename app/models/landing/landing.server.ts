import { conference } from "#app/conference/conference.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { shownIn } from "#app/models/editable/fields.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { phaseOf } from "#app/models/landing/phase.server.ts";
import { pricesAt } from "#app/models/landing/prices.server.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { listProgramSessions } from "#app/models/program-session/program-session.server.ts";
import { groupBySlot, withClock } from "#app/models/program-session/time-slot.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";

/** With no more of each than the landing page shows. */
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
      slot.programSessions.map((session, index, all) => {
        const { room, ...listed } = shownIn("list", PROGRAM_SESSION_FIELDS, session);
        return {
          ...listed,
          ...(room && { room }),
          ...withClock(session.time),
          ...(session.time !== (all[index - 1] ?? session).time && ({ joins: true } as const)),
        };
      }),
    ),
    speakers: speakers.map((speaker) => shownIn("list", SPEAKER_FIELDS, speaker)),
    connections: connections.map(({ speakerId, programSessionId }) => ({ speakerId, programSessionId })),
    // Without them no byte of the page says so.
    ...(phase && { phase }),
    ...(prices && { prices }),
  };
}
