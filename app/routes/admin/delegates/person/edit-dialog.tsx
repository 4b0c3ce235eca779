import { FormDialog, type RefusedFormResult, useFormVersion } from "#app/components/admin/dialogs.tsx";
import { getFormId, submittedValues } from "#app/components/admin/form-notices.tsx";
import { Timestamp } from "#app/components/admin/timestamp.tsx";
import { createFieldProps } from "#app/components/form/field.tsx";
import { RegistrationInput } from "#app/components/form/registration-input.tsx";
import { UndoButton } from "#app/components/toast.tsx";
import type { HolderChange, UndoableCorrection } from "#app/models/delegate/correction.ts";
import { HintedChoice } from "#app/routes/admin/ui-elements.tsx";
import { DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import {
  type Answers,
  type DelegateJson,
  getAnswerText,
  isFieldOptional,
  mapDelegateFields,
  REGISTRATION_LABELS,
  SHOWN_REGISTRATION_FIELDS,
} from "#app/vocabulary/registration.ts";

const WORDS = { noun: "registration", path: "delegates", labels: REGISTRATION_LABELS };

type EditDialogProps = {
  delegate: DelegateJson;
  version: string;
  address: { screen: string; action: string };
  formId: string;
  draft: Record<string, string> | null;
  refused: RefusedFormResult | undefined;
};

/** Form for correcting a registration or transferring it to another person. */
export function EditDialog({ delegate, version, address, formId, draft, refused }: EditDialogProps) {
  const typed = submittedValues(refused?.result) ?? draft;
  const { conflict } = refused ?? {};
  const known = (conflict !== "stale" && typed?.seen) || version;
  const seen = useFormVersion({ editedId: delegate.id, refused, seen: known });
  const field = createFieldProps(REGISTRATION_LABELS, refused?.result, typed ?? valuesOf(delegate));
  return (
    <FormDialog
      form={{
        words: WORDS,
        editedId: delegate.id,
        item: delegate,
        formId: getFormId(formId, typed, conflict),
        refused,
        typed,
        seen,
        isDraft: draft !== null,
        current: toDisplayedAnswers(delegate),
        deleted: null,
        field,
      }}
      address={address}
    >
      {/* Links a draft to the delegate, so both are deleted together. */}
      <input type="hidden" name="delegate" value={delegate.id} />
      <HolderChoice {...delegate} chosen={typed?.holder === "other" ? "other" : "same"} />
      {SHOWN_REGISTRATION_FIELDS.map((name) => (
        <RegistrationInput
          key={name}
          {...field(name)}
          autoFocus={name === "name" && refused?.result === undefined}
          // A field that was left empty at a walk-in registration may remain empty.
          isOptional={isFieldOptional(name) || getAnswerText(delegate, name) === null}
        />
      ))}
    </FormDialog>
  );
}

function HolderChoice({
  name,
  email,
  chosen,
}: Pick<DelegateJson, "name" | "email"> & { chosen: HolderChange }) {
  const mail = email === null ? "If you enter an email address, they get an email" : "They get an email";
  const choice = (holder: HolderChange, text: string, hint: string) => (
    <HintedChoice name="holder" value={holder} {...{ text, hint }} defaultChecked={holder === chosen} />
  );
  return (
    <fieldset className="field">
      <legend>Attendee</legend>
      <div className="wrap-anywhere mt-2 grid gap-3">
        {choice(
          "same",
          `Still ${name}`,
          `${mail} with the changes. If the address changes, they also get a new link.`,
        )}
        {choice(
          "other",
          "Someone else",
          `${mail} with their own link, and the previous attendee’s link stops working. The phone number, ${DECISION_WORDS.work.toLowerCase()} and additional information are removed unless you enter new ones. The status stays the same.`,
        )}
      </div>
    </fieldset>
  );
}

const valuesOf = (delegate: DelegateJson) => mapDelegateFields((_, name) => delegate[name] ?? "");

export const toDisplayedAnswers = (answers: Answers) =>
  mapDelegateFields((_, name) => getAnswerText(answers, name));

type LastCorrectionProps = {
  correction: UndoableCorrection;
  screen: string;
  formId: string;
};

export function LastCorrectionCard({ correction, screen, formId }: LastCorrectionProps) {
  const { id, actor, isOtherPerson, until } = correction;
  return (
    <section
      aria-label="Last correction"
      className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4"
      data-tone="grey"
    >
      <p className="wrap-anywhere min-w-0 text-base">
        {actor} {isOtherPerson ? "transferred this registration" : "corrected this registration"}. This can be
        undone until <Timestamp at={until} isToday />.
      </p>
      <UndoButton screen={screen} id={id} formId={formId} />
    </section>
  );
}
