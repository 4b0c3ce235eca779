import { parseId } from "#app/http/json.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { findTimeRemark, isInCalendars } from "#app/models/program-session/time-slot.ts";
import { CALENDAR_TYPE, calendarHeaders, createCalendar } from "#app/sharing/calendar.server.ts";
import { fileNotFound, respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/session-calendar";

/** GET /calendar/{id}.ics: a calendar file for one session. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = parseId(params.id);
  const programSession = id === null ? null : await PROGRAM_SESSIONS.getPublic(id);
  if (!programSession) return fileNotFound();
  if (!isInCalendars(programSession.time)) {
    const remark = findTimeRemark(programSession.time);
    return fileNotFound(`This session is in the program, but not in calendars: ${remark}`);
  }
  return respondWithSharedFile(request, {
    key: `calendar ${programSession.id}`,
    type: CALENDAR_TYPE,
    make: () => createCalendar([programSession.id]),
    headers: calendarHeaders(`-session-${programSession.id}`),
  });
}
