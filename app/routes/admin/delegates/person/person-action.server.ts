import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keptAnswers, refusal } from "#app/http/refusal.ts";
import { isUndo } from "#app/http/undo-form.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import { deletePersonalData } from "#app/models/delegate/personal-data.server.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { deskAddress, personAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";
import { mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import { correct, undo } from "#app/routes/admin/delegates/person/correction-action.server.ts";
import { GONE } from "#app/routes/admin/delegates/person/no-longer-there.ts";
import { REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

const FIELDS = ["intent", "formId", "seen", "holder", "correction", ...REGISTRATION_FIELDS];

/**
 * What the forms of a delegate's page do, for the organiser with this address: correct the registration, take that
 * back, send an email, or delete everything about them, which leads back to the desk.
 */
export async function personAction(request: Request, delegate: string, actor: string) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readDesk(searchParams);
  const form = await readForm(request, FIELDS);
  const id = parseId(delegate) ?? 0;
  const desk = deskAddress(filter, page);
  const person = personAddress(id, filter, page);
  const isEdit = searchParams.has("edit");
  if (isEdit || isUndo(form)) {
    const stored = await getDelegate(id);
    if (!stored && isEdit) return refusal(409, { result: keptAnswers(form, GONE), description: GONE });
    if (!stored) return redirectWithError(desk, GONE);
    return (isEdit ? correct : undo)(form, stored, person, actor);
  }
  const button = { delegate: id, actor, formId: oneTimeId(form, delegate) };
  const sent = await mailAction(form, person, button);
  if (sent) return sent;
  if (form.get("intent") !== "delete") return redirectWithError(person, "This form is not recognised.");

  const deleted = await tryOrLog(() => deletePersonalData(id, actor, button.formId));
  if (!deleted) return redirectWithError(person, FAILURES.delete);
  if (!deleted.value) return redirectWithError(desk, GONE);
  const { reference, isScrubbed } = deleted.value;
  return redirectWithSuccess(
    desk,
    `Personal data of registration ${formatReference(reference)} deleted.${isScrubbed ? "" : ` ${TRACES}`}`,
  );
}

const TRACES =
  "Another program may be reading the database, so traces stay in its files for now. The site removes them by itself as soon as it can.";
