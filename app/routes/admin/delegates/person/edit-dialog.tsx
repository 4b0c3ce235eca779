import { FormDialog, type RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { getFormId, submittedValues } from "#app/components/admin/form-notices.tsx";
import { createFieldProps } from "#app/components/form/field.tsx";
import { RegistrationInput } from "#app/components/form/registration-input.tsx";
import {
  DELEGATE_FIELDS,
  type DelegateJson,
  getAnswerText,
  isFieldOptional,
  isRequiredAtDoor,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
  toDisplayedAnswers,
  toFormValues,
  valuesToCarryOver,
} from "#app/vocabulary/registration.ts";

const WORDS = { noun: "registration", path: "delegates", labels: REGISTRATION_LABELS };

type RegistrationDialogProps = {
  delegate: DelegateJson;
  version: string;
  address: { screen: string; action: string };
  formId: string;
  draft: Record<string, string> | null;
  refused: RefusedFormResult | undefined;
};

/** Form for correcting a registration. */
export const EditDialog = (props: RegistrationDialogProps) => (
  <RegistrationDialog
    {...props}
    values={toFormValues(props.delegate)}
    // A field that was left empty at a walk-in registration may remain empty.
    mayBeLeft={(name) => getAnswerText(props.delegate, name) === null}
  >
    {props.delegate.email === null
      ? "If you enter an email address, they get an email with the changes."
      : "They get an email with the changes. If the address changes, they also get a new link."}
  </RegistrationDialog>
);

/** Form for the next person. It begins with the answers that carry over, and no others. */
export function TransferDialog(props: RegistrationDialogProps) {
  const { id, name } = props.delegate;
  return (
    <RegistrationDialog
      {...props}
      values={valuesToCarryOver(props.delegate)}
      mayBeLeft={(name) => !isRequiredAtDoor(DELEGATE_FIELDS[name])}
      act={{ title: "Transfer Registration", openedBy: `transfer-${id}` }}
    >
      The next person gets a registration with the same status and its own link. The registration of {name} is
      cancelled. Each gets an email if their address is known.
    </RegistrationDialog>
  );
}

type AnswersDialogProps = RegistrationDialogProps & {
  values: Record<string, string>;
  mayBeLeft: (name: RegistrationField) => boolean;
  act?: { title: string; openedBy: string };
  children: React.ReactNode;
};

function RegistrationDialog({ values, mayBeLeft, act, children, ...props }: AnswersDialogProps) {
  const { delegate, version, address, formId, draft, refused } = props;
  const typed = submittedValues(refused?.result) ?? draft;
  const { conflict } = refused ?? {};
  const seen = (conflict !== "stale" && typed?.seen) || version;
  const field = createFieldProps(REGISTRATION_LABELS, refused?.result, typed ?? values);
  return (
    <FormDialog
      act={act}
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
        isDeleted: false,
        field,
      }}
      url={address}
    >
      {/* Links a draft to the delegate, so both are deleted together. */}
      <input type="hidden" name="delegate" value={delegate.id} />
      <p className="wrap-anywhere mb-6">{children}</p>
      {SHOWN_REGISTRATION_FIELDS.map((name) => (
        <RegistrationInput
          key={name}
          {...field(name)}
          autoFocus={name === "name" && refused?.result === undefined}
          isOptional={isFieldOptional(name) || mayBeLeft(name)}
        />
      ))}
    </FormDialog>
  );
}
