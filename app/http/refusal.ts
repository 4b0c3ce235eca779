// What an action answers where nothing was saved, and why.
import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

/**
 * What an action answers where nothing was saved: `toast` says so, titled 'Error' where it has no title of its
 * own (specification, 8), and `result` has what was typed into the form, and what is wrong with it. `conflict` is
 * what it came into conflict with, if anything.
 */
export function refusal(
  status: number,
  {
    result,
    message = "Error",
    description,
    conflict = null,
  }: { result?: SubmissionResult; message?: string; description: string; conflict?: SaveConflict | null },
) {
  return data({ result, conflict, ...errorToast(description, message) }, { status });
}

/** The part of an action's answer that is shown in a toast: each answer is one of its own, at its time in milliseconds. */
export const errorToast = (description: string, message = "Error") => ({
  toast: { type: "error" as const, message, description },
  answeredAt: Date.now(),
});

/** What was typed into a form that could not be saved, for a reason that is one field's or none's. */
export const keptAnswers = (form: URLSearchParams, problem: string, field = ""): SubmissionResult => ({
  status: "error",
  initialValue: Object.fromEntries(form),
  error: { [field]: [problem] },
});

/**
 * Why a form that is right in itself was not saved: somebody saved in between, what it edits was deleted
 * meanwhile, or it has been used already, with other answers.
 */
export type SaveConflict = "stale" | "notFound" | "formUsed";

/** The intent of the button that saves as a new thing what was deleted meanwhile. */
export const SAVE_ANEW = "anew";
