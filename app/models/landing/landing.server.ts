import { conference } from "#app/conference/conference.ts";
import { clockText } from "#app/conference/date-text.ts";
import { listPublicConnections } from "#app/models/connection/connection.server.ts";
import { getAvailability } from "#app/models/delegate/delegate.server.ts";
import { pickShownFields } from "#app/models/editable/fields.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { getPhase } from "#app/models/landing/phase.server.ts";
import { pricesAt } from "#app/models/landing/prices.server.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { getPeriods } from "#app/models/program-session/periods.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import {
  countFilledRows,
  createClockField,
  groupProgramRows,
} from "#app/models/program-session/time-slot.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

export async function getLandingData(now: Date): Promise<LandingData> {
  const programSessions = await PROGRAM_SESSIONS.listPublic();
  const speakers = await SPEAKERS.listPublic();
  const connections = await listPublicConnections();
  const phase = getPhase(now, conference, programSessions);
  const prices = pricesAt(now, conference);
  const registration = getAvailability(now);
  const isOpenForAll = registration.state === "open" && registration.full.length === 0;
  const periods = getPeriods(programSessions);
  const rows = groupProgramRows(programSessions);
  return {
    programSessions: rows.flatMap((row, at) =>
      row.map((session, index, all) => {
        const fills = isCancelled(session) ? 0 : countFilledRows(session, rows.slice(at + 1));
        const end = periods.get(session.id)?.end;
        const { room, ...listed } = pickShownFields("list", PROGRAM_SESSION_FIELDS, session);
        return {
          ...listed,
          ...(room && { room }),
          ...createClockField(session.time),
          ...(fills > 0 && end && { fills, until: clockText(end) }),
          ...(session.time !== (all[index - 1] ?? session).time && ({ joins: true } as const)),
        };
      }),
    ),
    speakers: speakers.map((speaker) => pickShownFields("list", SPEAKER_FIELDS, speaker)),
    connections: connections.map(({ speakerId, programSessionId }) => ({ speakerId, programSessionId })),
    ...(phase && { phase }),
    ...(prices && { prices }),
    ...(!isOpenForAll && { registration }),
  };
}
