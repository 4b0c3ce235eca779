import {
  CheckboxField,
  EMAIL_INPUT,
  SelectField,
  TextField,
  URL_INPUT,
} from "#app/components/form/field.tsx";
import { passesWithField, passOptions, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { trackOptions } from "#app/vocabulary/program.ts";
import { DELEGATE_FIELDS, isFieldOptional, type RegistrationField } from "#app/vocabulary/registration.ts";

const TEXT_INPUTS = {
  name: {},
  line: {},
  email: EMAIL_INPUT,
  phone: { type: "tel", inputMode: "tel" },
  url: URL_INPUT,
  text: { rows: 4 },
} as const;

export type RegistrationInputProps = Partial<React.ComponentProps<typeof TextField>> & {
  id: string;
  name: RegistrationField;
  label: string;
  defaultValue: string | undefined;
  /** Replaces the usual options of a select. */
  options?: React.ComponentProps<typeof SelectField>["options"];
};

/** A field of any registration form. The table of fields says how it looks. */
export function RegistrationInput({ options, autoFocus, ...given }: RegistrationInputProps) {
  const { name, defaultValue } = given;
  const field = DELEGATE_FIELDS[name];
  const { kind } = field;
  const props = {
    isOptional: isFieldOptional(name),
    passes: passIndexes(name),
    autoFocus,
    ...given,
  };
  if (kind === "pass") return <SelectField {...props} options={options ?? passOptions(defaultValue)} />;
  if (kind === "track")
    return <SelectField {...props} options={options ?? [NO_TRACK, ...trackOptions(defaultValue)]} />;
  if (kind === "choice") {
    const none = field.isOptional ? NO_TRACK : { value: "", label: "Choose an answer" };
    return <SelectField {...props} options={[none, ...choiceOptions(field.choices, defaultValue)]} />;
  }
  if (kind === "tick") return <CheckboxField {...props} value={defaultValue || field.choices[0]} />;
  return <TextField {...TEXT_INPUTS[kind]} {...props} />;
}

/** Indexes for data-passes, or undefined if all passes have the field. */
function passIndexes(field: RegistrationField): string | undefined {
  const types = passesWithField(field);
  if (types.length === REGISTRATION_TYPES.length) return undefined;
  return types.map((type) => REGISTRATION_TYPES.indexOf(type)).join(" ");
}

const NO_TRACK = { value: "", label: "Not specified" };

/** Includes the current answer even if the conference file lacks it. */
const choiceOptions = (choices: readonly string[], current: string | undefined) =>
  [...new Set([...choices, ...(current ? [current] : [])])].map((value) => ({ value, label: value }));
