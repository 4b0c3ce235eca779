import { createContext } from "react-router";
import { pickShownFields } from "#app/models/editable/fields.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import {
  getProgramSession,
  listSessionsOfSpeaker,
} from "#app/models/program-session/program-session.server.ts";
import { createClockField } from "#app/models/program-session/time-slot.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { getSpeaker, listSpeakersOfSession } from "#app/models/speaker/speaker.server.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

export async function getSessionDialog(id: number) {
  const programSession = await getProgramSession(id);
  if (!programSession) return null;
  const speakers = await listSpeakersOfSession(id);
  return {
    programSession: pickShownFields("dialog", PROGRAM_SESSION_FIELDS, programSession),
    speakers: speakers.map((one) => ({ ...pickShownFields("dialog", SPEAKER_FIELDS, one), role: one.role })),
  };
}

export async function getSpeakerDialog(id: number) {
  const speaker = await getSpeaker(id);
  if (!speaker) return null;
  const programSessions = await listSessionsOfSpeaker(id);
  return {
    speaker: pickShownFields("dialog", SPEAKER_FIELDS, speaker),
    programSessions: programSessions.map(({ id, title, time, status, role }) => ({
      ...{ id, title, time, role },
      ...createClockField(time),
      ...(isCancelled({ status }) && { status }),
    })),
  };
}

/** Landing page data, passed from the page's loader to the dialog's loader. */
export const landingContext = createContext<LandingData>();
