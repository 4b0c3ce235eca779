import type { FailedForm } from "#app/http/form-recovery.ts";
import { undoFailed } from "#app/http/list-form.ts";
import { refilledForm, refusal } from "#app/http/refusal.ts";

export const FAILURES = {
  begin: "Failed to create the message. Please try again later.",
  save: "Failed to save message. Please try again later.",
  test: "Failed to send the test. Please try again later.",
  send: "Failed to send the message. Please try again later.",
  "take-back": "Failed to take the message back. Please try again.",
  stop: "Failed to stop the message. Please try again.",
  delete: "Failed to delete the message. Please try again later.",
  undo: undoFailed("message"),
};

export const refuseMessageForm =
  (otherwise: keyof typeof FAILURES) =>
  ({ form, problem, status }: FailedForm) => {
    const intent = form.get("intent") ?? "";
    const failure = FAILURES[intent in FAILURES ? (intent as keyof typeof FAILURES) : otherwise];
    const description = problem ?? failure;
    return refusal(status, { result: refilledForm(form, description), description });
  };
