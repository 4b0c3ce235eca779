import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { changesetIn, oneTimeId } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { placeOf, undoFailed } from "#app/http/list-form.ts";
import { refilledForm, refusal, SAVE_AS_NEW_INTENT, type SaveConflict } from "#app/http/refusal.ts";
import { redirectWithToast, type ToastUndo } from "#app/http/toast.server.ts";
import type { MoveResult } from "#app/models/editable/declaration.server.ts";
import type { Target } from "#app/models/editable/order.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import type { UndoResult } from "#app/models/ledger/undo.server.ts";
import { log } from "#app/platform/log.server.ts";
import { capitalise } from "#app/platform/text.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** `screen` is a path; `done` and `failed` are toast messages (specification, 8). */
type Texts = { screen: string; done: string; failed: string };

/** Saves a form and redirects to the screen. A refusal returns the input with errors or a `conflict`. */
export async function saveForm<T extends z.ZodType, Saved extends { ok: true }>(
  form: URLSearchParams,
  schema: T,
  { screen, noun, done, failed }: Texts & { noun: string },
  write: (values: z.output<T>) => Promise<Saved | { ok: false; reason: SaveConflict }>,
  /** Errors found earlier, for example in an uploaded image. */
  fieldErrors: Record<string, string[]> = {},
  answer: (saved: Saved) => Promise<Response> = () => redirectWithSuccess(screen, done),
) {
  const submission = await parseWithZod(form, { schema, async: true });
  if (Object.keys(fieldErrors).length > 0) return refuseInvalid(submission.reply({ fieldErrors }));
  if (submission.status !== "success") return refuseInvalid(submission.reply());
  const saved = await tryOrLog(() => write(submission.value as z.output<T>));
  if (saved?.value.ok) return answer(saved.value);
  const conflict = saved && !saved.value.ok ? saved.value.reason : null;
  const problem = conflict ? CONFLICTS[conflict](noun) : `${failed} Please try again later.`;
  const result = submission.reply({ formErrors: [problem] });
  return refusal(conflict ? 409 : 500, { result, description: failed, conflict });
}

const CONFLICTS: Record<SaveConflict, (noun: string) => string> = {
  stale: () =>
    "This was saved elsewhere while you were editing. That version is shown above the form; saving again replaces it with yours.",
  notFound: (noun) =>
    `This ${noun} was deleted while you were editing. Everything you entered is still in this form.`,
  formUsed: (noun) =>
    `This form was already used to create a ${noun} with different values, so nothing was saved. If this is a different ${noun}, send the form again.`,
};

export const isSaveAsNew = (form: URLSearchParams): boolean => form.get("intent") === SAVE_AS_NEW_INTENT;

/** Undoes the deletion given by the form's `changeset`. The save that follows reports a failure. */
export async function restoreBeforeSave(form: URLSearchParams, undo: (id: number) => Promise<UndoResult>) {
  if (form.has("changeset")) await undo(changesetIn(form));
}

/** `remove` returns the changeset for the toast's undo, or null if the item no longer exists. */
export async function deleteItem(
  { screen, done, failed, gone = `${failed} ${GONE}` }: Texts & { gone?: string },
  remove: () => Promise<number | null>,
) {
  const removed = await tryOrLog(remove);
  if (!removed) return redirectWithError(screen, failed);
  if (removed.value === null) return redirectWithError(screen, gone);
  return redirectWithSuccess(screen, done, { screen, id: removed.value });
}

/** Undoes the form's `changeset`. The toast names connections that could not be restored. */
export async function undoItem(
  form: URLSearchParams,
  { screen, words: { noun, connectedTo } }: { screen: string; words: EditableWords },
  undo: (id: number, formId: string) => Promise<UndoResult>,
) {
  const undone = await tryOrLog(() => undo(changesetIn(form), oneTimeId(form)));
  if (!undone) return redirectWithError(screen, undoFailed(noun));
  if (!undone.value.ok) return redirectWithError(screen, UNDO_REFUSALS[undone.value.reason]);
  const id = undone.value.back.find(({ subject }) => subject === noun)?.subjectId;
  const leftOut = undone.value.left.length;
  const left = counted(leftOut, "connection was left out", "connections were left out");
  const why = `the ${connectedTo} has since been deleted or connected again.`;
  const restored = `${capitalise(noun)} restored.${leftOut === 0 ? "" : ` ${left}: ${why}`}`;
  const hasCard = id !== undefined && connectedTo !== undefined;
  return redirectWithSuccess(placeOf(screen, form, hasCard ? id : null), restored);
}

export const UNDO_REFUSALS = {
  over: "This can no longer be undone: it has been undone or changed since, or the time limit has passed.",
  blocked:
    "This connection cannot be restored: its speaker or session has since been deleted, or they have been connected again.",
};

/** Moves an item up, down or to a `place`, as the form's `move` says. A refusal returns the form as entered. */
export async function moveItem(
  form: URLSearchParams,
  { screen, done, failed }: Texts,
  move: (target: Target) => Promise<MoveResult>,
) {
  const target = targetOf(form);
  if (target === null) return redirectWithError(screen, failed);
  const moved = await tryOrLog(() => move(target));
  if (!moved) return redirectWithError(screen, failed);
  if (moved.value.ok) return redirectWithSuccess(screen, done);
  const refused = moved.value;
  if (refused.reason === "notFound") return redirectWithError(screen, `${failed} ${GONE}`);
  const refuse = (status: number, problem: string) =>
    refusal(status, { result: refilledForm(form, problem, "place"), description: problem });
  if (refused.reason === "stale") return refuse(409, REORDERED);
  return refuse(422, `Enter a place from 1 to ${refused.places}.`);
}

function targetOf(form: URLSearchParams): Target | null {
  const wanted = form.get("move");
  if (wanted === "up" || wanted === "down") return wanted;
  if (wanted !== "place") return null;
  return { place: parseId(form.get("place")?.trim()) ?? 0, order: form.get("order") ?? "" };
}

const REORDERED =
  "The order has since changed, so nothing was moved. Check the list, then move the item again.";
const GONE = "It has since been deleted.";

/** With JavaScript, the new screen replaces the form in the browser's history, so Back skips the form. */
export async function respondWithToast(...answer: Parameters<typeof redirectWithToast>): Promise<Response> {
  const response = await redirectWithToast(...answer);
  response.headers.set("X-Remix-Replace", "true");
  return response;
}
export const redirectWithSuccess = (screen: string, description: string, undo: ToastUndo | null = null) =>
  respondWithToast(screen, { type: "success", message: "Success", description }, undo);
/** Keeps the current screen in the browser's history, so Back returns to it. */
export const continueWithSuccess = (screen: string, description: string) =>
  redirectWithToast(screen, { type: "success", message: "Success", description });
export const redirectWithError = (screen: string, description: string) =>
  respondWithToast(screen, { type: "error", message: "Error", description });

/** Shows one message for all missing fields, otherwise the first error (specification, 5). */
function refuseInvalid(result: SubmissionResult) {
  const messages = Object.values(result.error ?? {}).flatMap((errors) => errors ?? []);
  const isMissing = messages.includes("Required");
  const description = isMissing ? "Please fill in all required fields." : (messages[0] ?? "");
  return refusal(422, { result, message: "Validation Error", description });
}

/** Returns null if the write failed because of a fault in the site, which is logged. */
export async function tryOrLog<T>(write: () => Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await write() };
  } catch (error) {
    log.error({ error }, "a write failed");
    return null;
  }
}
