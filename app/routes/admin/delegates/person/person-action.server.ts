import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { deletePersonalData } from "#app/models/delegate/personal-data.server.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { deskAddress, personAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";

/** Deletes a delegate's personal data, for the organiser with this address, and goes back to the desk. */
export async function personAction(request: Request, delegate: string, actor: string): Promise<Response> {
  const { filter, page } = readDesk(new URL(request.url).searchParams);
  const form = await readForm(request, ["intent", "formId"]);
  const id = parseId(delegate) ?? 0;
  const desk = deskAddress(filter, page);
  const person = personAddress(id, filter, page);
  if (form.get("intent") !== "delete") return redirectWithError(person, "This form is not recognised.");

  const deleted = await tryOrLog(() => deletePersonalData(id, actor, oneTimeId(form, delegate)));
  if (!deleted) return redirectWithError(person, FAILURES.delete);
  if (!deleted.value) return redirectWithError(desk, "This delegate has been deleted in the meantime.");
  const { reference, isScrubbed } = deleted.value;
  return redirectWithSuccess(
    desk,
    `Personal data of registration ${formatReference(reference)} deleted.${isScrubbed ? "" : ` ${TRACES}`}`,
  );
}

const TRACES =
  "Another program may be reading the database, so traces stay in its files for now. The site removes them by itself as soon as it can.";
