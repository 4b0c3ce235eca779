import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { createOneTimeId, readChangesetId } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { returnTarget, undoFailedText } from "#app/http/list-form.ts";
import {
  createRefilledForm,
  createRefusalResponse,
  FORM_KEPT,
  SAVE_AS_NEW_INTENT,
  type SaveConflict,
  TRY_LATER,
} from "#app/http/refusal.ts";
import { redirectWithToast, type UndoTarget } from "#app/http/toast.server.ts";
import type { UndoResult } from "#app/models/changeset/undo.server.ts";
import type { DeleteResult, MoveResult } from "#app/models/editable/declaration.server.ts";
import type { EditableWords } from "#app/models/editable/fields.ts";
import type { MoveTarget } from "#app/models/editable/order.ts";
import { log } from "#app/platform/log.server.ts";
import { capitalise, countText } from "#app/platform/text.ts";

/** `screen` is a path. `done` and `failed` are toast messages (specification, section 8). */
type Texts = { screen: string; done: string; failed: string };

/** Saves a form and redirects to the screen. A refusal shows the errors or a `conflict`. */
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
  const saved = await runOrLogError(() => write(submission.value as z.output<T>));
  if (saved?.value.ok) return answer(saved.value);
  const conflict = saved && !saved.value.ok ? saved.value.reason : null;
  const problem = conflict ? CONFLICTS[conflict](noun) : TRY_LATER;
  const result = submission.reply({ formErrors: [problem] });
  const status = conflict === "tooSoon" ? 429 : conflict ? 409 : 500;
  return createRefusalResponse(status, { result, description: failed, conflict });
}

const CONFLICTS: Record<SaveConflict, (noun: string) => string> = {
  stale: (noun) =>
    `This ${noun} was saved elsewhere while you were editing. The saved version is shown above the form. If you save again, your version replaces it.`,
  notFound: (noun) =>
    `This ${noun} was deleted while you were editing. Everything you entered is still in this form.`,
  formUsed: (noun) =>
    `This form was already used to create a ${noun} with different values, so nothing was saved. If this is a different ${noun}, submit the form again.`,
  recounted: (noun) =>
    `The number of recipients has changed since you opened this ${noun}. Check the number, then send the ${noun} again.`,
  tooSoon: () => `You can send changes only once a minute. Wait a minute, then try again. ${FORM_KEPT}`,
  notTransferable: (noun) => `Only a pending or confirmed ${noun} can be transferred. Nothing was changed.`,
};

export const isSaveAsNew = (form: URLSearchParams): boolean => form.get("intent") === SAVE_AS_NEW_INTENT;

/** `remove` returns the changeset for the toast's undo. */
export async function deleteItem(
  { screen, done, failed, gone = `${failed} ${GONE}` }: Texts & { gone?: string },
  remove: () => Promise<DeleteResult>,
) {
  const removed = await runOrLogError(remove);
  if (!removed) return redirectWithError(screen, failed);
  if (typeof removed.value !== "number") return redirectWithError(screen, gone);
  return redirectWithSuccess(screen, done, { screen, id: removed.value });
}

/** `screenOf` returns the URL of the page with an item. */
type UndoScreen = { screen: string; screenOf?: (id: number) => Promise<string>; words: EditableWords };

/** Undoes the changeset named in the form. The toast names connections that cannot be restored. */
export async function undoItem(
  form: URLSearchParams,
  { screen, screenOf = async () => screen, words }: UndoScreen,
  undo: (id: number, formId: string) => Promise<UndoResult>,
) {
  const { noun, connectedTo } = words;
  const undone = await runOrLogError(() => undo(readChangesetId(form), createOneTimeId(form)));
  if (!undone) return redirectWithError(screen, undoFailedText(noun));
  if (!undone.value.ok) {
    const { reason } = undone.value;
    return redirectWithError(screen, UNDO_REFUSALS[connectedTo === undefined ? reason : "over"]);
  }
  const id = undone.value.back.find(({ subject }) => subject === noun)?.subjectId;
  const leftOut = undone.value.left.length;
  const left = countText(leftOut, "connection was not restored", "connections were not restored");
  const why = `the ${connectedTo} has since been deleted or connected again.`;
  const restored = `${capitalise(noun)} restored.${leftOut === 0 ? "" : ` ${left}: ${why}`}`;
  if (typeof id !== "number" || connectedTo === undefined) return redirectWithSuccess(screen, restored);
  return redirectWithSuccess(returnTarget(await screenOf(id), form, id), restored);
}

export const UNDO_REFUSALS = {
  over: "This can no longer be undone. It has already been undone, it has changed since, or the time limit has passed.",
  blocked:
    "This connection cannot be restored. Its speaker or session has since been deleted, or they have been connected again.",
};

/** Applies the form's `move`: up, down or to a `place`. A refusal returns the form as entered. */
export async function moveItem(
  form: URLSearchParams,
  { screen, done, failed }: Texts,
  move: (target: MoveTarget) => Promise<MoveResult>,
) {
  const target = targetOf(form);
  if (target === null) return redirectWithError(screen, failed);
  const moved = await runOrLogError(() => move(target));
  if (!moved) return redirectWithError(screen, failed);
  if (moved.value.ok) return redirectWithSuccess(screen, done);
  const refused = moved.value;
  if (refused.reason === "notFound") return redirectWithError(screen, `${failed} ${GONE}`);
  const isStale = refused.reason === "stale";
  const problem = isStale ? REORDERED : `Enter a position from 1 to ${refused.places}.`;
  const result = createRefilledForm(form, problem, "place");
  return createRefusalResponse(isStale ? 409 : 422, { result, description: problem });
}

function targetOf(form: URLSearchParams): MoveTarget | null {
  const wanted = form.get("move");
  if (wanted === "up" || wanted === "down") return wanted;
  if (wanted !== "place") return null;
  return { place: parseId(form.get("place")?.trim()) ?? 0, order: form.get("order") ?? "" };
}

const REORDERED =
  "The order has since changed, so nothing was moved. Check the list, then move the item again.";
const GONE = "It has since been deleted.";

/** With JavaScript, the new screen replaces the form's history entry, so Back skips the form. */
export async function respondWithToast(...answer: Parameters<typeof redirectWithToast>): Promise<Response> {
  const response = await redirectWithToast(...answer);
  response.headers.set("X-Remix-Replace", "true");
  return response;
}
export const redirectWithSuccess = (screen: string, description: string, undo: UndoTarget | null = null) =>
  respondWithToast(screen, { type: "success", message: "Success", description }, undo);
/** Keeps the current screen in the browser's history, so Back returns to the screen. */
export const continueWithSuccess = (screen: string, description: string) =>
  redirectWithToast(screen, { type: "success", message: "Success", description });
export const redirectWithError = (screen: string, description: string) =>
  respondWithToast(screen, { type: "error", message: "Error", description });

/** Shows one message for all missing fields (specification, section 5). The form has the others. */
function refuseInvalid(result: SubmissionResult) {
  const messages = Object.values(result.error ?? {}).flatMap((errors) => errors ?? []);
  const isMissing = messages.includes("Required");
  const description = isMissing ? "Please fill in all required fields." : "Some answers need fixing.";
  return createRefusalResponse(422, { result, message: "Validation Error", description });
}

/** Logs an error thrown by `write` and returns null. */
export async function runOrLogError<T>(write: () => Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await write() };
  } catch (error) {
    log.error({ error }, "a write failed");
    return null;
  }
}
