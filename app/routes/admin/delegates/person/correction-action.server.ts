// What the dialog that corrects a registration does, and the button that takes the last correction back.
import {
  redirectWithError,
  redirectWithSuccess,
  saveForm,
  tryOrLog,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { oneTimeId } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import {
  type Corrected,
  correctRegistration,
  undoCorrection,
} from "#app/models/delegate/correction.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { answersAfter } from "#app/models/delegate/input.server.ts";
import { fold } from "#app/models/delegate/search-text.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";

/** Corrects a registration as the form says, for the organiser with this address, or shows the form again. */
export function correct(form: URLSearchParams, delegate: Delegate, screen: string, actor: string) {
  const isOtherPerson = form.get("holder") === "other";
  const options = {
    seen: form.get("seen") ?? "",
    isOtherPerson,
    formId: oneTimeId(form, String(delegate.id)),
  };
  let [name, email] = ["", ""];
  return saveForm(
    form,
    answersAfter(delegate),
    { screen, noun: "registration", done: "", failed: FAILED },
    (registration) => {
      ({ name, email } = registration);
      return correctRegistration(delegate.id, registration, actor, options);
    },
    isOtherPerson && fold(form.get("name") ?? "") === fold(delegate.name) ? { name: [SAME_NAME] } : {},
    ({ correction }: Extract<Corrected, { ok: true }>) => {
      if (correction === null)
        return redirectWithSuccess(screen, "Nothing was changed: all answers are as before.");
      const text = isOtherPerson
        ? `The registration is in the name of ${name} now. ${email && "They get an email with a link of their own; "}${email ? "the" : "The"} earlier link no longer works.`
        : `Registration updated.${email && ` An email tells ${name} what was changed.`}`;
      return redirectWithSuccess(screen, text, { screen, of: "correction", id: String(correction) });
    },
  );
}

const FAILED = "Failed to update registration.";
const SAME_NAME = "This is the name that the registration is in already. Enter who comes instead.";

/** Takes the correction that the form names back. */
export async function undo(form: URLSearchParams, delegate: Delegate, screen: string, actor: string) {
  const id = parseId(form.get("correction") ?? "") ?? 0;
  const undone = await tryOrLog(() => undoCorrection(delegate.id, id, actor, oneTimeId(form)));
  if (!undone) return redirectWithError(screen, FAILURES.undo);
  return undone.value
    ? redirectWithSuccess(
        screen,
        "The registration is as it was before. Whoever had been told of the change is told of this too.",
      )
    : redirectWithError(screen, UNDO_REFUSALS.over);
}
