import { CALENDAR_TYPE, calendarHeaders, programCalendar } from "#app/sharing/calendar.server.ts";
import { sharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/calendar";

/** GET /calendar.ics: the whole program, to import or subscribe to. */
export function loader({ request }: Route.LoaderArgs) {
  return sharedFile(request, {
    key: "calendar",
    type: CALENDAR_TYPE,
    make: programCalendar,
    headers: calendarHeaders(),
  });
}
