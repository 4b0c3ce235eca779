import { createContext } from "react-router";
import { listOtherFacts, pickShownFields } from "#app/models/editable/fields.ts";
import { type LandingData, PLACED_IN_DIALOG } from "#app/models/landing/landing.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import {
  listSessionsOfSpeaker,
  PROGRAM_SESSIONS,
} from "#app/models/program-session/program-session.server.ts";
import { createClockField } from "#app/models/program-session/time-slot.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { listSpeakersOfSession, SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { isCancelled } from "#app/vocabulary/program.ts";

export async function getSessionDialog(id: number) {
  const found = await PROGRAM_SESSIONS.getPublic(id);
  if (!found) return null;
  const programSession = pickShownFields("dialog", PROGRAM_SESSION_FIELDS, found);
  const speakers = await listSpeakersOfSession(id);
  return {
    programSession,
    others: listOtherFacts(PROGRAM_SESSION_FIELDS, programSession, PLACED_IN_DIALOG.session),
    speakers: speakers.map((one) => ({ ...pickShownFields("dialog", SPEAKER_FIELDS, one), role: one.role })),
  };
}

export async function getSpeakerDialog(id: number) {
  const found = await SPEAKERS.getPublic(id);
  if (!found) return null;
  const speaker = pickShownFields("dialog", SPEAKER_FIELDS, found);
  const programSessions = await listSessionsOfSpeaker(id);
  return {
    speaker,
    others: listOtherFacts(SPEAKER_FIELDS, speaker, PLACED_IN_DIALOG.speaker),
    programSessions: programSessions.map(({ id, title, time, status, role }) => ({
      id,
      title,
      time,
      role,
      ...createClockField(time),
      ...(isCancelled({ status }) && { status }),
    })),
  };
}

/** Landing page data, passed from the page's loader to the dialog's loader. */
export const landingContext = createContext<LandingData>();
