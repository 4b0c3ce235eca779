import type { FailedForm } from "#app/http/form-recovery.ts";
import { undoFailedText } from "#app/http/list-form.ts";
import { createRefilledForm, createRefusalResponse, FORM_KEPT } from "#app/http/refusal.ts";

export const FAILURE_MESSAGES = {
  begin: "Failed to create the message. Please try again later.",
  save: "Failed to save message. Please try again later.",
  test: "Failed to send the test. Please try again later.",
  send: "Failed to send the message. Please try again later.",
  "take-back": "Failed to take the message back. Please try again.",
  stop: "Failed to stop the message. Please try again.",
  delete: "Failed to delete the message. Please try again later.",
  undo: undoFailedText("message"),
};

export const refuseMessageForm =
  (otherwise: keyof typeof FAILURE_MESSAGES) =>
  ({ form, problem, status }: FailedForm) => {
    const intent = form.get("intent") ?? "";
    const failure =
      FAILURE_MESSAGES[intent in FAILURE_MESSAGES ? (intent as keyof typeof FAILURE_MESSAGES) : otherwise];
    const result = createRefilledForm(form, problem ?? FORM_KEPT);
    return createRefusalResponse(status, { result, description: failure });
  };
