import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { FailedForm } from "#app/http/form-recovery.ts";
import { reportFailure } from "#app/http/navigation-failure.ts";
import { createRefilledForm, createRefusalResponse, errorToast, FORM_KEPT } from "#app/http/refusal.ts";
import type { DoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";

export const FAILURE_MESSAGES = {
  status: "Failed to change the status. Please try again later.",
  undo: "Failed to undo the change. Please try again.",
  delete: "Failed to delete the personal data. Please try again later.",
  correct: "Failed to update registration. Please try again later.",
  "send-now": "Failed to send the email. Please try again later.",
  "check-in": "Failed to check in. Please try again.",
  "walk-in": "Failed to add and check in the delegate. Please try again.",
  "undo-check-in": "Failed to undo the check-in. Please try again.",
};

export function refuseDelegateForm({ form, problem, status }: FailedForm) {
  const intent = form.get("intent") ?? "";
  const failure =
    intent in FAILURE_MESSAGES
      ? FAILURE_MESSAGES[intent as keyof typeof FAILURE_MESSAGES]
      : FAILURE_MESSAGES.status;
  const initialValue = { ...Object.fromEntries(form), id: form.getAll("id") };
  const description = problem ?? failure;
  // The answer to a decision button does not reach the page, because a fetcher sends it.
  if (form.has("decision")) reportFailure(description);
  return createRefusalResponse(status, {
    description,
    ...(form.get("note") && { result: { initialValue } }),
  });
}

export function refusePersonForm(failed: FailedForm) {
  const { searchParams, form, problem, status } = failed;
  if (!searchParams.has("edit") && !searchParams.has("transfer")) return refuseDelegateForm(failed);
  const result = createRefilledForm(form, problem ?? FORM_KEPT);
  return createRefusalResponse(status, { result, description: FAILURE_MESSAGES.correct });
}

export const DELEGATE_MISSING = "This delegate no longer exists.";
export const DELEGATE_DELETED = "This delegate has since been deleted.";

export function refuseWalkIn(status: number, { result, formId, known = [], ...said }: WalkInRefusal) {
  const toast = errorToast(said.description ?? "No one was added.", said.message);
  return data({ result, formId, known, ...toast }, { status });
}

type WalkInRefusal = {
  result: SubmissionResult;
  formId: string;
  known?: DoorPerson[];
  message?: string;
  description?: string;
};
