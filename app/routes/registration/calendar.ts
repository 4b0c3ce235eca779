import { CALENDAR_FILE_NAME, CALENDAR_TYPE, createDelegateCalendar } from "#app/mail/calendar.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import { fileNotFound } from "#app/sharing/shared-file.server.ts";
import { isWithoutPlace } from "#app/vocabulary/delegate-status.ts";
import type { Route } from "./+types/calendar";

/** GET /registration/{token}/calendar.ics: the conference event, with the registration's status. */
export async function loader({ params }: Route.LoaderArgs) {
  const delegate = await getRegistrationByLink(params.token);
  if (!delegate) return fileNotFound("We can’t find a registration at this link.");
  if (isWithoutPlace(placeOf(delegate)))
    return fileNotFound("You don’t have a place yet, so there is no calendar file.");
  return new Response(await createDelegateCalendar(delegate), {
    headers: {
      "Content-Type": CALENDAR_TYPE,
      "Content-Disposition": `attachment; filename="${CALENDAR_FILE_NAME}"`,
    },
  });
}
