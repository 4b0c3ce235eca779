import { FormDialog, type RefusedFormResult, useFormVersion } from "#app/components/admin/dialogs.tsx";
import { getFormId, submittedValues } from "#app/components/admin/form-notices.tsx";
import {
  createFieldProps,
  EMAIL_INPUT,
  SelectField,
  TextField,
  WEB_ADDRESS_INPUT,
} from "#app/components/form/field.tsx";
import { passOptions } from "#app/vocabulary/admin-passes.ts";
import { passIndexesWithField, passName } from "#app/vocabulary/pass.ts";
import { trackOptions } from "#app/vocabulary/program.ts";
import {
  answersToCarryOver,
  type DelegateJson,
  getAnswerText,
  isFieldOptional,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
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
  <RegistrationDialog {...props} values={valuesOf(props.delegate)}>
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
      values={valuesOf(answersToCarryOver(props.delegate))}
      act={{ title: "Transfer Registration", openedBy: `transfer-${id}` }}
    >
      The next person gets a registration with the same status and its own link. The registration of {name} is
      cancelled. Both get an email.
    </RegistrationDialog>
  );
}

function RegistrationDialog({
  delegate,
  version,
  address,
  formId,
  draft,
  refused,
  values,
  act,
  children,
}: RegistrationDialogProps & {
  values: Record<string, string>;
  act?: { title: string; openedBy: string };
  children: React.ReactNode;
}) {
  const typed = submittedValues(refused?.result) ?? draft;
  const { conflict } = refused ?? {};
  const known = (conflict !== "stale" && typed?.seen) || version;
  const seen = useFormVersion({ editedId: delegate.id, refused, seen: known });
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
        current: shownOf(delegate),
        deleted: null,
        field,
      }}
      address={address}
    >
      {/* Links a draft to the delegate, so both are deleted together. */}
      <input type="hidden" name="delegate" value={delegate.id} />
      <p className="wrap-anywhere mb-6">{children}</p>
      {SHOWN_REGISTRATION_FIELDS.map((name) => {
        const Input = INPUTS[name];
        const more = {
          passes: passIndexesWithField(name),
          autoFocus: name === "name" && refused?.result === undefined,
        };
        // A field that may be left empty at a walk-in registration may remain empty.
        const mayBeLeft =
          isFieldOptional(name) ||
          (act ? name !== "name" && name !== "registrationType" : getAnswerText(delegate, name) === null);
        return <Input key={name} {...field(name)} {...more} isOptional={mayBeLeft} />;
      })}
    </FormDialog>
  );
}

type InputProps = ReturnType<ReturnType<typeof createFieldProps<RegistrationField>>> & {
  passes: string;
  isOptional: boolean;
  autoFocus: boolean;
};

const INPUTS: Record<RegistrationField, (props: InputProps) => React.ReactNode> = {
  registrationType: ({ autoFocus: _, ...props }) => (
    <SelectField {...props} options={passOptions(props.defaultValue)} />
  ),
  name: (props) => <TextField {...props} />,
  email: (props) => <TextField {...props} {...EMAIL_INPUT} />,
  phone: (props) => <TextField {...props} type="tel" inputMode="tel" />,
  jobTitle: (props) => <TextField {...props} />,
  favoredStream: ({ autoFocus: _, ...props }) => (
    <SelectField
      {...props}
      options={[{ value: "", label: "Not specified" }, ...trackOptions(props.defaultValue)]}
    />
  ),
  company: (props) => <TextField {...props} />,
  outlet: (props) => <TextField {...props} />,
  workUrl: (props) => <TextField {...props} {...WEB_ADDRESS_INPUT} />,
  notes: (props) => <TextField {...props} rows={4} />,
};

const valuesOf = (answers: Partial<DelegateJson>) =>
  Object.fromEntries(REGISTRATION_FIELDS.map((field) => [field, answers[field] ?? ""]));

const shownOf = (delegate: DelegateJson) =>
  Object.fromEntries(REGISTRATION_FIELDS.map((field) => [field, getAnswerText(delegate, field)]));

export function toDisplayedAnswers(typed: Record<string, string>): Record<string, string> {
  const labelIn = (options: { value: string; label: string }[], typed?: string) =>
    options.find(({ value }) => value === typed)?.label ?? "";
  return {
    ...typed,
    registrationType: passName(typed.registrationType ?? ""),
    favoredStream: labelIn(trackOptions(typed.favoredStream), typed.favoredStream),
  };
}
