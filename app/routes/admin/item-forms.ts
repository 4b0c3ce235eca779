// What the forms of a screen with a list say: when they are done, and when they fail (specification, 8).
import type { FailedForm } from "#app/http/keep-form.ts";
import { keptAnswers, refusal } from "#app/http/refusal.ts";
import { isUndo, undoFailed } from "#app/http/undo-form.ts";

type Item = "speaker" | "session";

/** Like 'Speaker created successfully.' and 'Failed to create speaker.' */
export const itemTexts = (item: Item, verb: "create" | "update" | "delete") => ({
  done: `${item.charAt(0).toUpperCase()}${item.slice(1)} ${verb}d successfully.`,
  failed: `Failed to ${verb} ${item}.`,
});

/** A form of such a screen that was not answered; its dialog, if it has one, is what its address asks for. */
export function refuseItemForm(item: Item, { searchParams, form, problem, status }: FailedForm) {
  if (isUndo(form)) return refusal(status, { description: undoFailed(item) });
  const isNew = searchParams.has("add");
  const verb = searchParams.has("delete") ? "delete" : isNew ? "create" : "update";
  const { failed } = itemTexts(item, verb);
  const result =
    isNew || searchParams.has("edit")
      ? keptAnswers(form, `${failed} ${problem ?? "Please try again later."}`)
      : undefined;
  return refusal(status, { result, description: problem === null ? failed : `${failed} ${problem}` });
}
