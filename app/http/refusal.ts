import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

type Refused = {
  /** The form as typed, and its problems. */
  result?: SubmissionResult;
  /** The title of the toast (specification, 8). */
  message?: string;
  description: string;
  conflict?: SaveConflict | null;
};

/** The answer of an action that saved nothing. */
export const refusal = (status: number, { result, message, description, conflict = null }: Refused) =>
  data({ result, conflict, ...errorToast(description, message) }, { status });

/** `answeredAt`, in milliseconds, tells two answers with the same words apart. */
export const errorToast = (description: string, message = "Error") => ({
  toast: { type: "error" as const, message, description },
  answeredAt: Date.now(),
});

/** The form as typed, with a problem of one field, or of none. */
export const refilledForm = (form: URLSearchParams, problem: string, field = ""): SubmissionResult => ({
  status: "error",
  initialValue: Object.fromEntries(form),
  error: { [field]: [problem] },
});

/** Saved by another meanwhile, deleted meanwhile, or sent before with other answers. */
export type SaveConflict = "stale" | "notFound" | "formUsed";

/** The intent of the button that saves a deleted item as a new one. */
export const SAVE_AS_NEW_INTENT = "save-as-new";
