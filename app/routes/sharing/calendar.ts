import { CALENDAR_TYPE, calendarHeaders, createCalendar } from "#app/sharing/calendar.server.ts";
import { respondWithSharedFile } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/calendar";

/** GET /calendar.ics: the whole program, to import or subscribe to. */
export function loader({ request }: Route.LoaderArgs) {
  return respondWithSharedFile(request, {
    key: "calendar",
    type: CALENDAR_TYPE,
    make: createCalendar,
    headers: calendarHeaders(),
  });
}
