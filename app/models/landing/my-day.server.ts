import { listPublicConnections } from "#app/models/connection/connection.server.ts";
import { pickShownFields } from "#app/models/editable/fields.ts";
import { findOverlaps } from "#app/models/program-session/conflicts.ts";
import { PROGRAM_SESSION_FIELDS } from "#app/models/program-session/fields.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { createClockField } from "#app/models/program-session/time-slot.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { countText } from "#app/platform/text.ts";

const MAX_CHOSEN = 100;

/** Returns the published sessions in `?s=1&s=3`, in program order. `ignored` counts all other values. */
export async function listChosenSessions(request: Request) {
  const wanted = new Set(new URL(request.url).searchParams.getAll("s"));
  const programSessions = await PROGRAM_SESSIONS.listPublic();
  const known = programSessions.filter(({ id }) => wanted.has(String(id)));
  const chosen = known.slice(0, MAX_CHOSEN);
  return { programSessions, chosen, ignored: wanted.size - chosen.length };
}

const ignoredText = (count: number) =>
  `This address also names ${countText(count, "session")} not in the program.`;

export async function getMyDay(request: Request) {
  const { programSessions, chosen, ignored } = await listChosenSessions(request);
  const names = speakersBySession(await SPEAKERS.listPublic(), await listPublicConnections());
  return {
    programSessions: programSessions.map((one) => ({
      ...pickShownFields("list", PROGRAM_SESSION_FIELDS, one),
      ...createClockField(one.time),
      speakers: (names.get(one.id) ?? []).map(({ name }) => name).join(", "),
    })),
    chosen: chosen.map(({ id }) => id),
    remarks: [...(ignored > 0 ? [ignoredText(ignored)] : []), ...findOverlaps(chosen)],
  };
}
