/** A label above its control, a hint between them, the error in the words of the summary. */
export function Field({
  id,
  label,
  hint,
  error,
  isOptional = false,
  children,
}: {
  id: string;
  label: string;
  hint?: React.ReactNode;
  error?: string;
  isOptional?: boolean;
  /** Renders the control with what ties it to its label, hint and error. */
  children: (ties: ControlTies) => React.ReactNode;
}) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
    </div>
  );
}

type ControlTies = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** A field of one line, or of several with `rows`. */
export function TextField({
  id,
  label,
  hint,
  error,
  isOptional,
  rows,
  ...control
}: Omit<Parameters<typeof Field>[0], "children"> & {
  name: string;
  rows?: number;
} & React.ComponentProps<"input">) {
  const { name, defaultValue } = control;
  return (
    <Field id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
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

/** The error beside a control. Who hears it hears the words of the summary: which field, then what. */
export function FieldError({ id, label, message }: { id: string; label: string; message: string }) {
  return (
    <p id={id} className="field-error">
      <span className="sr-only">Error: {label}: </span>
      {message}
    </p>
  );
}
