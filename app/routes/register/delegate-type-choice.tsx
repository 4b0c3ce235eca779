import { href } from "react-router";
import { FieldError } from "#app/components/form/field.tsx";
import { PageLink } from "#app/components/page-link.tsx";
import { PASSES, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

/** The delegate type as a radio choice (specification, 2). */
export function DelegateTypeChoice({
  id,
  name,
  label,
  error,
  defaultValue,
}: {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  defaultValue: string | undefined;
}) {
  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend>{label}</legend>
      <p className="field-hint mb-3">
        {/* Where a phone breaks the line, whichever font it has by then: nothing moves when the other one comes. */}
        A Media Pass is free with accreditation. PR Passes are sold separately: <br className="sm:hidden" />
        see{" "}
        <PageLink to={`${href("/")}#registration`} className="text-link whitespace-nowrap">
          Registration and Pricing
        </PageLink>
        .
      </p>
      {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      <div className="grid gap-3 sm:grid-cols-2">
        {REGISTRATION_TYPES.map((type, index) => (
          <label key={type} className="choice">
            <input
              // The first choice carries the field's id: it is where the error summary's link leads.
              id={index === 0 ? id : `${id}-${type}`}
              type="radio"
              name={name}
              value={type}
              defaultChecked={defaultValue === type}
              aria-describedby={`${id}-${type}-hint`}
            />
            <span>
              <span className="block font-semibold">{PASSES[type].name}</span>{" "}
              <span id={`${id}-${type}-hint`} className="block text-base text-muted">
                {PASSES[type].hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
