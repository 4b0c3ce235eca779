import { parseId } from "#app/http/json.server.ts";
import { getProgramSession } from "#app/models/program-session/program-session.server.ts";
import { CALENDAR_TYPE, calendarName, sessionCalendar } from "#app/sharing/calendar.server.ts";
import { fileNotFound } from "#app/sharing/file-not-found.server.ts";
import { sharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/session-calendar";

/** GET /calendar/{id}.ics: one session. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const id = parseId(params.id);
  if (id === null || !(await getProgramSession(id))) return fileNotFound();
  return sharedFile(request, {
    key: `calendar ${id}`,
    type: CALENDAR_TYPE,
    make: () => sessionCalendar(id),
    headers: calendarName(`-session-${id}`),
  });
}
