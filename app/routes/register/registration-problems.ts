import type { SubmissionResult } from "@conform-to/react";
import type { FormProblem } from "#app/components/error-summary.tsx";
import { REGISTRATION_LABELS, type RegistrationField } from "#app/models/delegate.ts";

/** The problems of a refused registration as sentences, in the order of the form's fields. */
export function registrationProblems(result: SubmissionResult | undefined): FormProblem[] {
  const errors = result?.error ?? {};
  const ofFields = Object.keys(REGISTRATION_LABELS).flatMap((name) => {
    const message = errors[name]?.[0];
    const label = REGISTRATION_LABELS[name as RegistrationField];
    return message ? [{ fieldId: name, message: `${label}: ${message}` }] : [];
  });
  const ofForm = (errors[""] ?? []).map((message) => ({ message }));
  return [...ofForm, ...ofFields];
}
