type FieldProps = {
  id: string;
  label: string;
  hint?: React.ReactNode;
  error?: string;
  isOptional?: boolean;
  /** Indexes of the passes that have this field, or undefined for all passes. */
  passes?: string;
  /** True if `children` show the error. */
  hasOwnErrorPlace?: boolean;
  /** `ties` are the attributes that connect the control to its label, hint and error. */
  children: (ties: ControlTies) => React.ReactNode;
};

export function Field(props: FieldProps) {
  const { id, label, hint, error, isOptional = false, passes, hasOwnErrorPlace = false, children } = props;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field" data-passes={passes} data-invalid={error ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && !hasOwnErrorPlace && <FieldError id={`${id}-error`} label={label} message={error} />}
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": isOptional ? undefined : true,
      })}
    </div>
  );
}

type ControlTies = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

const AS_THEY_ARE = { autoCapitalize: "none", spellCheck: false } as const;
export const EMAIL_INPUT = { type: "email", inputMode: "email", ...AS_THEY_ARE } as const;
export const URL_INPUT = { type: "url", inputMode: "url", ...AS_THEY_ARE } as const;
export const SEARCH_INPUT = {
  type: "search",
  name: "q",
  maxLength: 200,
  autoComplete: "off",
  spellCheck: false,
  enterKeyHint: "search",
} as const;

type OwnProps = Omit<FieldProps, "children"> & { name: string };
type TextFieldProps = OwnProps & { rows?: number } & React.ComponentProps<"input">;

export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, isOptional, passes, rows, ...control } = props;
  const { name, defaultValue } = control;
  return (
    <Field id={id} label={label} hint={hint} error={error} isOptional={isOptional} passes={passes}>
      {(ties) =>
        rows === undefined ? (
          <input className="input" {...control} {...ties} />
        ) : (
          <textarea className="input" rows={rows} name={name} defaultValue={defaultValue} {...ties} />
        )
      }
    </Field>
  );
}

export function FieldError({ id, label, message }: { id: string; label: string; message: string }) {
  return (
    <p id={id} className="field-error">
      <span className="sr-only">Error: {label}: </span>
      {message}
    </p>
  );
}

type SelectFieldProps = OwnProps & {
  defaultValue: string | undefined;
  autoFocus?: boolean;
  options: Option[];
};

export function SelectField({ options, name, defaultValue, autoFocus, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(ties) => (
        <select
          className="input"
          name={name}
          defaultValue={defaultValue}
          // biome-ignore lint/a11y/noAutofocus: the form is the only content of the page
          autoFocus={autoFocus}
          {...ties}
        >
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}

type Option = { value: string; label: string; "data-pass"?: number };

export const Options = ({ of }: { of: Option[] }) =>
  of.map(({ label, ...option }) => (
    <option key={option.value} {...option}>
      {label}
    </option>
  ));

type CheckboxFieldProps = Omit<OwnProps, "hint" | "hasOwnErrorPlace"> & {
  defaultValue: string | undefined;
  value?: string;
};

export function CheckboxField({ id, name, label, defaultValue, value, ...field }: CheckboxFieldProps) {
  const { error, passes } = field;
  return (
    <div className="field" data-passes={passes} data-invalid={error ? true : undefined}>
      {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      <label className="choice">
        <input
          id={id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={defaultValue === (value ?? "on")}
          aria-describedby={error && `${id}-error`}
          aria-invalid={error ? true : undefined}
        />
        <span className="font-semibold">{label}</span>
      </label>
    </div>
  );
}

/** The values of a refused form by the names of its fields: conform nests those with a dot. */
export const toFieldValues = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "object"
        ? Object.entries(value ?? {}).map(([id, one]) => [`${name}.${id}`, one])
        : [[name, value]],
    ),
  ) as Record<string, string>;

export function createFieldProps<Name extends string>(
  labels: Record<Name, string>,
  result: { error?: Record<string, string[] | null> | null } | undefined,
  values: Record<string, string | undefined>,
) {
  return (name: Name) => ({
    id: name,
    name,
    label: labels[name],
    error: result?.error?.[name]?.[0],
    defaultValue: values[name],
  });
}
