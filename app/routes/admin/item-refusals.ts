// Messages fixed by the specification (8).
import type { FailedForm } from "#app/http/form-recovery.ts";
import { isUndo, undoFailedText } from "#app/http/list-form.ts";
import { createRefilledForm, createRefusalResponse, TRY_LATER } from "#app/http/refusal.ts";
import { capitalise } from "#app/platform/text.ts";

/** Returns messages such as 'Speaker created successfully.' and 'Failed to create speaker.' */
export const itemResultMessages = (noun: string, verb: "create" | "update" | "delete") => ({
  done: `${capitalise(noun)} ${verb}d successfully.`,
  failed: `Failed to ${verb} ${noun}.`,
});

export function refuseItemForm(noun: string, { searchParams, form, problem, status }: FailedForm) {
  if (isUndo(form)) return createRefusalResponse(status, { description: undoFailedText(noun) });
  const isNew = searchParams.has("add");
  const verb = searchParams.has("delete") ? "delete" : isNew ? "create" : "update";
  const { failed } = itemResultMessages(noun, verb);
  const result =
    isNew || searchParams.has("edit") ? createRefilledForm(form, problem ?? TRY_LATER) : undefined;
  return createRefusalResponse(status, {
    result,
    description: problem === null || result ? failed : `${failed} ${problem}`,
  });
}
