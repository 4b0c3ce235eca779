import type { SubmissionResult } from "@conform-to/react";
import { Fragment } from "react";
import { Form, href, useNavigation } from "react-router";
import { FactList, formatFact } from "#app/components/fact-list.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps, FieldError, toFieldValues } from "#app/components/form/field.tsx";
import { RegistrationInput } from "#app/components/form/registration-input.tsx";
import { PageLink, TextLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { useKeptAnswers } from "#app/routes/register/use-kept-answers.ts";
import { bookedText } from "#app/vocabulary/availability.ts";
import { findPass, passName, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";
import { trackName, trackOptions } from "#app/vocabulary/program.ts";
import {
  DELEGATE_FIELDS,
  REGISTRATION_DEFAULTS,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
} from "#app/vocabulary/registration.ts";

/** Name of the field with the email address that the visitor has already been asked to check. */
export const CHECKED_EMAIL_FIELD = "asked";

type RegistrationFormProps = {
  formId: string;
  registrationType: RegistrationType;
  /** The passes that are fully booked. */
  full: RegistrationType[];
  result: SubmissionResult | undefined;
};

export function RegistrationForm({ formId, registrationType, full, result }: RegistrationFormProps) {
  const kept = useKeptAnswers();
  const initial = { ...REGISTRATION_DEFAULTS, registrationType, ...kept.answers };
  const values = toFieldValues(result?.initialValue ?? initial);
  const field = createFieldProps(REGISTRATION_LABELS, result, values);
  const isSubmitting = useNavigation().formAction === SUBMIT_URL;

  return (
    <div className="page-width page-body">
      <FormErrors result={result} labels={REGISTRATION_LABELS} />
      <h1 className="text-3xl">Delegate Registration</h1>
      <p className="mt-2 text-muted text-xl">{conference.tagline}</p>
      <div className="form-columns mt-8 grid gap-8">
        <Form
          id="registration"
          noValidate
          ref={kept.form}
          method="post"
          action={SUBMIT_URL}
          className="max-w-2xl"
        >
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name={CHECKED_EMAIL_FIELD} value={values[CHECKED_EMAIL_FIELD] ?? ""} />
          {/* A form that was sent back has no trap, so form fillers succeed at the second attempt. */}
          {!result && <TrapField />}
          <DelegateTypeChoice {...field("registrationType")} full={full} isSent={result !== undefined} />
          {SHOWN_REGISTRATION_FIELDS.filter((name) => name !== "registrationType").map((name) => (
            <Fragment key={name}>
              <RegistrationInput
                {...field(name)}
                hint={DELEGATE_FIELDS[name].hint}
                autoComplete={DELEGATE_FIELDS[name].autoComplete}
                options={OPTIONS[name]}
              />
              {name === "favoredStream" && <FixedTracks />}
            </Fragment>
          ))}
          <button type="submit" className="button mt-2" disabled={isSubmitting}>
            {isSubmitting ? "Submitting..." : "Complete Registration"}
          </button>
          <p className="mt-4 text-base text-muted">
            See <TextLink to={href("/privacy")}>how we use your details</TextLink>.
          </p>
        </Form>
        <aside aria-labelledby="details-title" className="card max-w-2xl p-6">
          <h2 id="details-title" className="text-xl">
            {conference.name}
          </h2>
          <FactList className="mt-4" facts={DAY_FACTS.map(formatFact)} />
        </aside>
      </div>
    </div>
  );
}

/**
 * Differs from the page’s URL, because browsers drop the cached page of a URL that receives a POST.
 * Going back would then show a new form id, and sending the form again would register someone twice.
 */
const SUBMIT_URL = `${href("/register")}?send`;

/** “Not specified” is offered only if no track is preset (specification, section 4). */
const OPTIONS: { [Name in RegistrationField]?: ReturnType<typeof trackOptions> } =
  REGISTRATION_DEFAULTS.favoredStream ? { favoredStream: trackOptions() } : {};

/** Shows the tracks that the server sets for some passes (specification, section 4). */
const FixedTracks = () =>
  REGISTRATION_TYPES.map((type, place) => {
    const { name, fixed } = findPass(type);
    return (
      fixed.favoredStream && (
        <div key={type} className="field" data-passes={place}>
          <p className="font-semibold">{REGISTRATION_LABELS.favoredStream}</p>
          <p>{`${name} holders are placed in ${trackName(fixed.favoredStream)}.`}</p>
        </div>
      )
    );
  });

const [sold, ...otherSold] = REGISTRATION_TYPES.filter((type) => findPass(type).isSold).map(passName);
const SOLD = sold?.endsWith("Pass") && otherSold.length === 0 ? `${sold}es` : "Other passes";
const DECIDED = REGISTRATION_TYPES.map(findPass)
  .filter(({ needsDecision }) => needsDecision)
  .map(({ name, isPress }) => `${name}: ${isPress ? "free with accreditation" : "subject to approval"}. `);

type DelegateTypeChoiceProps = Record<"id" | "name" | "label", string> &
  Record<"error" | "defaultValue", string | undefined> & { full: RegistrationType[]; isSent: boolean };

/** A full pass cannot be chosen, unless there is a waiting list. A refused form keeps its answer. */
function DelegateTypeChoice({ id, name, label, error, defaultValue, full, isSent }: DelegateTypeChoiceProps) {
  const [only, ...others] = REGISTRATION_TYPES;
  if (others.length === 0)
    return (
      <>
        <p className="field font-semibold empty:hidden">{bookedText(full)}</p>
        <input type="hidden" name={name} value={only} />
      </>
    );
  const isDisabled = (type: RegistrationType) =>
    full.includes(type) && !conference.registration.waitingList && !(isSent && type === defaultValue);
  const first = REGISTRATION_TYPES.find((type) => !isDisabled(type));
  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend>{label}</legend>
      {(DECIDED.length > 0 || sold) && (
        <p className="field-hint mb-3">
          {DECIDED}
          {sold && (
            <>
              {/* Fixed line break on phones, so the web font does not move the text below. */}
              {`${SOLD} are sold separately: `}
              <br className="phone-break" />
              see{" "}
              <PageLink to={`${href("/")}#registration`} className="text-link whitespace-nowrap">
                Registration and Pricing
              </PageLink>
              .
            </>
          )}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      <div className="grid gap-4 md:grid-cols-2">
        {REGISTRATION_TYPES.map((type, index) => (
          <label key={type} className="choice">
            <input
              // The error summary links to the first choice, which has the field's id.
              id={type === first ? id : `${id}-${type}`}
              type="radio"
              name={name}
              value={type}
              data-pass={index}
              disabled={isDisabled(type)}
              defaultChecked={defaultValue === type && !isDisabled(type)}
              aria-describedby={`${id}-${type}-hint`}
            />
            <span>
              <span className="block font-semibold">{passName(type)}</span>{" "}
              <span id={`${id}-${type}-hint`} className="block text-base text-muted">
                {full.includes(type) && <b className="block">{bookedText(full, type)}</b>}
                {findPass(type).hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Name of the trap field, which bots fill in but browsers do not. */
export const TRAP_FIELD = "website";

/** Trap for bots. `inert` keeps people out of the field, but browsers still submit it. */
const TrapField = () => (
  <div className="sr-only" aria-hidden="true" inert>
    <label>
      Leave this empty <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
