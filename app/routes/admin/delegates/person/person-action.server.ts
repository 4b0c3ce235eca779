import {
  redirectWithError,
  redirectWithSuccess,
  runOrLogError,
  saveForm,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readChangesetId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { isUndo } from "#app/http/list-form.ts";
import { createRefilledForm, createRefusalResponse } from "#app/http/refusal.ts";
import {
  type CorrectionResult,
  correctRegistration,
  undoCorrection,
} from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, getDelegate } from "#app/models/delegate/delegate.server.ts";
import { createAnswersSchema } from "#app/models/delegate/input.server.ts";
import { deletePersonalData } from "#app/models/delegate/personal-data.server.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { DELEGATE_DELETED, FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";
import { delegateAddress, listAddress, readListAddress } from "#app/routes/admin/delegates/list-address.ts";
import { mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import { REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

const FIELDS = ["intent", "formId", "seen", "holder", "changeset", ...REGISTRATION_FIELDS];

export async function personAction(request: Request, delegate: string, actor: string) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readListAddress(searchParams);
  const form = await readForm(request, FIELDS);
  const id = parseId(delegate) ?? 0;
  const desk = listAddress(filter, page);
  const person = delegateAddress(id, filter, page);
  const isEdit = searchParams.has("edit");
  if (isEdit || isUndo(form)) {
    const stored = await getDelegate(id);
    if (!stored && isEdit)
      return createRefusalResponse(409, {
        result: createRefilledForm(form, DELEGATE_DELETED),
        description: DELEGATE_DELETED,
      });
    if (!stored) return redirectWithError(desk, DELEGATE_DELETED);
    return (isEdit ? correct : undo)(form, stored, person, actor);
  }
  const button = { delegate: id, actor, formId: createOneTimeId(form, delegate) };
  const sent = await mailAction(form, person, button);
  if (sent) return sent;
  if (form.get("intent") !== "delete") return redirectWithError(person, "This form is not recognised.");

  const deleted = await runOrLogError(() => deletePersonalData(id, actor, button.formId));
  if (!deleted) return redirectWithError(person, FAILURE_MESSAGES.delete);
  if (!deleted.value) return redirectWithError(desk, DELEGATE_DELETED);
  const { reference, isScrubbed } = deleted.value;
  const text = `Personal data of registration ${formatReference(reference)} deleted.`;
  return redirectWithSuccess(desk, isScrubbed ? text : `${text} ${TRACES}`);
}

const TRACES =
  "Another program may be reading the database, so traces remain in its files for now. The site will remove the traces as soon as it can.";

function correct(form: URLSearchParams, delegate: Delegate, screen: string, actor: string) {
  const isOtherPerson = form.get("holder") === "other";
  const formId = createOneTimeId(form, String(delegate.id));
  const options = { seen: form.get("seen") ?? "", isOtherPerson, formId };
  let [name, email] = ["", ""];
  return saveForm(
    form,
    createAnswersSchema(delegate),
    { screen, noun: "registration", done: "", failed: FAILED },
    (registration) => {
      ({ name, email } = registration);
      return correctRegistration(delegate.id, registration, actor, options);
    },
    isOtherPerson && foldText(form.get("name") ?? "") === foldText(delegate.name)
      ? { name: [SAME_NAME] }
      : {},
    ({ correction }: Extract<CorrectionResult, { ok: true }>) => {
      if (correction === null)
        return redirectWithSuccess(screen, "Nothing was changed, because all answers are as before.");
      const link = email ? "They will be emailed their own link. The" : "The";
      const text = isOtherPerson
        ? `The registration is now in the name of ${name}. ${link} earlier link no longer works.`
        : `Registration updated.${email && ` ${name} will be told of the changes by email.`}`;
      return redirectWithSuccess(screen, text, { screen, id: correction });
    },
  );
}

const FAILED = "Failed to update registration.";
const SAME_NAME = "The registration is already in this name. Enter the new attendee’s details.";

async function undo(form: URLSearchParams, delegate: Delegate, screen: string, actor: string) {
  const id = readChangesetId(form);
  const undone = await runOrLogError(() => undoCorrection(delegate.id, id, actor, createOneTimeId(form)));
  if (!undone) return redirectWithError(screen, FAILURE_MESSAGES.undo);
  return undone.value ? redirectWithSuccess(screen, UNDONE) : redirectWithError(screen, UNDO_REFUSALS.over);
}

const UNDONE =
  "The registration is as it was before. Everyone who was told of the change will be told that it has been undone.";
