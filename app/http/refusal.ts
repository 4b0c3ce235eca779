import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

type Refused = {
  /** The form as entered, with its errors. */
  result?: SubmissionResult;
  /** Title of the toast (specification, section 8). */
  message?: string;
  description: string;
  conflict?: SaveConflict | null;
};

/**
 * Response from an action that saved nothing. The toast says what failed, and a form's summary says
 * why or what to do, so neither repeats the other.
 */
export const createRefusalResponse = (
  status: number,
  { result, message, description, conflict = null }: Refused,
) =>
  data(
    { result, conflict, ...errorToast(description, message) },
    { status, headers: status === 429 ? { "Retry-After": "60" } : {} },
  );

/** `answeredAt`, in milliseconds, distinguishes two toasts with the same wording. */
export const errorToast = (description: string, message = "Error") => ({
  toast: { type: "error" as const, message, description },
  answeredAt: Date.now(),
});

/** Summaries of forms whose toasts are fixed by the specification (8), or say when to try again. */
export const TRY_LATER = "Please try again later.";
export const FORM_KEPT = "Everything you entered is still in this form.";

/** Returns the form as entered, with one error on `field` or, by default, on the whole form. */
export const createRefilledForm = (form: URLSearchParams, problem: string, field = ""): SubmissionResult => ({
  status: "error",
  initialValue: Object.fromEntries(form),
  error: { [field]: [problem] },
});

/** Why a valid form was refused: see the texts in admin-action.server.ts. */
export type SaveConflict = "stale" | "notFound" | "formUsed" | "notTransferable" | "recounted" | "tooSoon";

/** Value of the button that saves a deleted item as a new one. */
export const SAVE_AS_NEW_INTENT = "save-as-new";
