import { requireRecentLogin } from "#app/auth/auth.server.ts";
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
import { createAnswersSchema, createDoorSchema } from "#app/models/delegate/input.server.ts";
import { MAIL_WAIT_MS } from "#app/models/delegate/status.server.ts";
import { type TransferResult, transferRegistration } from "#app/models/delegate/transfer.server.ts";
import { deletePersonalData } from "#app/models/personal-data/personal-data.server.ts";
import { DELEGATE_DELETED, FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";
import { delegateUrl, listUrl, readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import { formatReference, REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

const FIELDS = ["intent", "formId", "seen", "changeset", "mail", ...REGISTRATION_FIELDS];

export async function personAction(request: Request, delegate: string, actor: string) {
  const { searchParams } = new URL(request.url);
  const { filter, page } = readListUrl(searchParams);
  const form = await readForm(request, FIELDS);
  const id = parseId(delegate) ?? 0;
  const desk = listUrl(filter, page);
  const person = (of: number) => delegateUrl(of, filter, page);
  if (isUndo(form)) return undo(form, id, { person, desk }, actor);
  if (searchParams.has("edit") || searchParams.has("transfer")) {
    const stored = await getDelegate(id);
    if (!stored)
      return createRefusalResponse(409, {
        result: createRefilledForm(form, DELEGATE_DELETED),
        description: FAILED,
      });
    return searchParams.has("edit")
      ? correct(form, stored, person(id), actor)
      : transfer(form, stored, person, actor);
  }
  const button = { actor, formId: createOneTimeId(form, delegate) };
  const sent = await mailAction(form, person(id), button);
  if (sent) return sent;
  if (form.get("intent") !== "delete") return redirectWithError(person(id), "This form is not recognised.");

  await requireRecentLogin(request);
  const deleted = await runOrLogError(() => deletePersonalData(id, actor, button.formId));
  if (!deleted) return redirectWithError(person(id), FAILURE_MESSAGES.delete);
  if (!deleted.value) return redirectWithError(desk, DELEGATE_DELETED);
  const { reference, isScrubbed } = deleted.value;
  const text = `Personal data of registration ${formatReference(reference)} deleted.`;
  return redirectWithSuccess(desk, isScrubbed ? text : `${text} ${TRACES}`);
}

const TRACES =
  "Another program may be reading the database, so traces remain in its files for now. The site will remove the traces as soon as it can.";

function correct(form: URLSearchParams, delegate: Delegate, screen: string, actor: string) {
  const options = { seen: form.get("seen") ?? "", formId: createOneTimeId(form, String(delegate.id)) };
  return saveForm(
    form,
    createAnswersSchema(delegate),
    { screen, noun: "registration", done: "", failed: FAILED },
    (registration) => correctRegistration(delegate.id, registration, actor, options),
    {},
    ({ correction }: Extract<CorrectionResult, { ok: true }>) => {
      if (correction === null)
        return redirectWithSuccess(screen, "Nothing was changed, because all answers are as before.");
      const told = form.get("email") ? ` ${form.get("name")} will be told of the changes by email.` : "";
      return redirectWithSuccess(screen, `Registration updated.${told}`, undoOf(screen, correction));
    },
  );
}

const FAILED = "Failed to update registration.";
/** Without a waiting email there is no undo. */
const undoOf = (screen: string, id: number) => (MAIL_WAIT_MS > 0 ? { screen, id } : null);

function transfer(form: URLSearchParams, former: Delegate, person: (id: number) => string, actor: string) {
  const formId = createOneTimeId(form, String(former.id));
  return saveForm(
    form,
    createDoorSchema(former.registrationType),
    { screen: person(former.id), noun: "registration", done: "", failed: FAILED },
    (registration) => transferRegistration(former.id, registration, actor, formId),
    {},
    ({ id, transfer }: Extract<TransferResult, { ok: true }>) => {
      const text = `${form.get("name")} is registered instead of ${former.name}, whose registration is cancelled.`;
      return redirectWithSuccess(person(id), text, undoOf(person(former.id), transfer));
    },
  );
}

/** Shows a registration that the undo has kept: the one of a person it removes has no screen. */
async function undo(
  form: URLSearchParams,
  id: number,
  { person, desk }: { person: (id: number) => string; desk: string },
  actor: string,
) {
  const undone = await runOrLogError(() =>
    undoCorrection(readChangesetId(form), actor, createOneTimeId(form)),
  );
  const back = undone?.value.ok ? undone.value.back.map(({ subjectId }) => subjectId ?? 0) : [];
  const kept = (await Promise.all([id, ...back].map(getDelegate))).find(Boolean);
  const screen = kept ? person(kept.id) : desk;
  if (!undone) return redirectWithError(screen, FAILURE_MESSAGES.undo);
  if (!undone.value.ok) return redirectWithError(screen, UNDO_REFUSALS.over);
  return redirectWithSuccess(screen, "The registration is as it was before. No email was sent.");
}
