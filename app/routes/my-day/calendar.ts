import { listChosenSessions } from "#app/models/landing/my-day.server.ts";
import { findTimeRemark, isInCalendars } from "#app/models/program-session/time-slot.ts";
import { CALENDAR_TYPE, calendarHeaders, createCalendar } from "#app/sharing/calendar.server.ts";
import { fileNotFound } from "#app/sharing/shared-file.server.ts";
import type { Route } from "./+types/calendar";

/** GET /my-day.ics?s=1&s=3: the same events as in the program's calendar. */
export async function loader({ request }: Route.LoaderArgs) {
  const { chosen } = await listChosenSessions(request);
  if (chosen.length === 0) return fileNotFound("Choose at least one session.");
  if (!chosen.some(({ time }) => isInCalendars(time)))
    return fileNotFound(`No calendar file: ${chosen.map(({ time }) => findTimeRemark(time)).join(" ")}`);
  const body = await createCalendar(chosen.map(({ id }) => id));
  const headers = { ...calendarHeaders("-my-day"), "Content-Type": CALENDAR_TYPE, "X-Robots-Tag": "noindex" };
  return new Response(body, { headers });
}
