import type { SubmissionResult } from "@conform-to/react";
import type { FormProblem } from "#app/components/form/error-summary.tsx";

/** The problems of a refused form as sentences: of the form first, then of its fields in their order. */
export function formProblems(
  result: SubmissionResult | undefined,
  labels: Record<string, string>,
): FormProblem[] {
  const errors = result?.error ?? {};
  const ofFields = Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]?.[0];
    return message ? [{ fieldId: name, message: `${label}: ${message}` }] : [];
  });
  const ofForm = (errors[""] ?? []).map((message) => ({ message }));
  return [...ofForm, ...ofFields];
}
