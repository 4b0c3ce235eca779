import {
  redirectWithError,
  redirectWithSuccess,
  respondWithToast,
  runOrLogError,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readChangesetId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { isUndo, returnTarget } from "#app/http/list-form.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { DecisionNote } from "#app/models/delegate/input.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";
import {
  changeStatuses,
  isLargeStatusChange,
  isStatusChangeUndoable,
  undoStatusChange,
} from "#app/models/delegate/status-change.server.ts";
import { runHeavyWork } from "#app/models/heavy-work.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";
import { listUrl, readListUrl, rowElementId } from "#app/routes/admin/delegates/list-url.ts";
import { mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import { listChanges, listedPasses, statusChangeWords, statusName } from "#app/vocabulary/admin-passes.ts";
import {
  delegateCountText,
  MAX_STATUS_CHANGES,
  readShownStatuses,
  type ShownStatus,
  type StatusChangeSummary,
  statusChangeText,
} from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

const FIELDS = [
  "intent",
  "formId",
  "delegate",
  "mail",
  "status",
  "counted",
  "changeset",
  "decision",
  "run",
  "note",
  "return",
];

/** A submitted form, with the values of its `id` fields. `screen` is the list's URL. */
type DeskForm = {
  form: URLSearchParams;
  list: string[];
  filter: DelegateFilter;
  screen: string;
  actor: string;
  formId: string;
};

export async function listAction(request: Request, actor: string) {
  const { filter, page } = readListUrl(new URL(request.url).searchParams);
  const { form, list } = await readListForm(request, FIELDS, "id");
  const screen = listUrl(filter, page);
  const desk: DeskForm = { form, list, filter, screen, actor, formId: createOneTimeId(form, ...list) };
  const sent = await mailAction(form, screen, desk);
  if (sent) return sent;
  if (isUndo(form)) return undoChange(desk);
  if (form.get("intent") !== "bulk") return decide(desk);
  return form.has("counted") ? changeAll(desk) : changeTicked(desk);
}

async function undoChange({ form, screen: list, actor, formId }: DeskForm) {
  const screen = returnTarget(list, form, parseId(form.get("delegate") ?? ""));
  const id = readChangesetId(form);
  const undone = await runOrLogError(() =>
    isLargeStatusChange(id)
      ? runHeavyWork("undoStatusChange", id, actor, formId)
      : undoStatusChange(id, actor, formId),
  );
  if (!undone) return redirectWithError(screen, FAILURE_MESSAGES.undo);
  if (!undone.value.ok) return redirectWithError(screen, UNDO_REFUSALS.over);
  const { restored, only, left } = undone.value;
  const others =
    left > 0 ? ` ${delegateCountText(left)} had been changed again and kept their newer status.` : "";
  const subject = (only !== null && (await getDelegate(only))?.name) || delegateCountText(restored);
  return redirectWithSuccess(screen, `Undone for ${subject}. No email was sent.${others}`);
}

/** Changes one delegate, by a button such as 'confirmed:4:pending' or by the form with a note. */
async function decide({ form, list, screen: here, actor, formId }: DeskForm) {
  const [, chosen, person, isOpen] = /^([a-z]+):(\d+:[a-z]+)(:open)?$/.exec(form.get("decision") ?? "") ?? [];
  const people = readShownStatuses(person === undefined ? list : [person]);
  const [one] = people;
  const screen = one && form.has("return") ? `${here}#${rowElementId(one.id, Boolean(isOpen))}` : here;
  const status = findStatus(chosen ?? form.get("status"));
  if (!status) return redirectWithError(screen, STATUS_MISSING);
  if (!one) return redirectWithError(screen, NONE_SELECTED);
  const refuseNote = (text: string, code?: number) => refuse({ form, list }, "note", text, code);
  const note = DecisionNote.safeParse(form.get("note"));
  if (!note.success) return refuseNote(note.error.issues[0]?.message ?? "");
  const asked = { status, actor, formId, note: note.data };
  const done = await runOrLogError(() => changeStatuses(people, asked));
  if (!done && note.data !== null) return refuseNote(FAILURE_MESSAGES.status, 500);
  if (!done) return redirectWithError(screen, FAILURE_MESSAGES.status);
  if (!done.value.ok) return redirectWithError(screen, TOO_MANY);
  const text = await resultText(done.value, people);
  if (done.value.changed > 0) return reportChange(screen, done.value, text);
  if (note.data !== null && done.value.asked > 0) return refuseNote(`${text} Your note: “${note.data}”`, 409);
  return redirectWithError(screen, text);
}

async function changeTicked({ form, list, screen, actor, formId }: DeskForm) {
  const people = readShownStatuses(list);
  // The button for the usual decision takes precedence over the select field.
  const status = findStatus(form.get("run") ?? form.get("status"));
  if (people.length === 0) return redirectWithError(screen, NONE_SELECTED);
  if (!status) return refuseStatus({ form, list }, STATUS_MISSING);
  const done = await runOrLogError(() => changeStatuses(people, { status, actor, formId }));
  if (!done) return redirectWithError(screen, FAILURE_MESSAGES.status);
  if (!done.value.ok) return redirectWithError(screen, TOO_MANY);
  const text = await resultText(done.value, people);
  if (done.value.changed > 0) return reportChange(screen, done.value, text);
  // Keeps the ticks, so the organiser can choose a different status.
  if (done.value.asked === 0) return refuseStatus({ form, list }, text);
  return redirectWithError(screen, text);
}

/** Changes all delegates who match, on every page, if they are still as they were counted. */
async function changeAll({ form, list, filter, screen, actor, formId }: DeskForm) {
  const status = findStatus(form.get("status"));
  if (!status) return refuseStatus({ form, list }, STATUS_MISSING);
  const all = { filter, counted: form.get("counted") ?? "" };
  const done = await runOrLogError(() => runHeavyWork("changeAllStatuses", all, { status, actor, formId }));
  if (!done) return redirectWithError(screen, FAILURE_MESSAGES.status);
  if (!done.value.ok && done.value.reason === "changed")
    return refuseStatus({ form, list }, LIST_CHANGED, 409);
  if (!done.value.ok) return refuseStatus({ form, list }, TOO_MANY);
  const text = statusChangeText(done.value, statusChangeWords(status, listedPasses(filter)));
  if (done.value.changed > 0) return reportChange(screen, done.value, text);
  return refuseStatus({ form, list }, text);
}

const CHANGES = listChanges(REGISTRATION_TYPES);
const findStatus = (text: string | null) => CHANGES.find((known) => known === text);

const STATUS_MISSING = "Choose a status first.";
const NONE_SELECTED = "Select at least one delegate first.";
const TOO_MANY = `More than ${numberText(MAX_STATUS_CHANGES)} delegates match. Nothing was changed: narrow the list with the filters first.`;
const LIST_CHANGED =
  "These delegates have changed since they were counted. Nothing was changed. The new count is below.";

/** Shows the form again, as submitted, with a message at one of its fields. */
function refuse(
  { form, list }: Pick<DeskForm, "form" | "list">,
  field: "note" | "status",
  description: string,
  code = 422,
) {
  const initialValue = { ...Object.fromEntries(form), id: list };
  const result = { status: "error" as const, initialValue, error: { [field]: [description] } };
  return createRefusalResponse(code, { result, description });
}

const refuseStatus = (sent: Pick<DeskForm, "form" | "list">, description: string, code?: number) =>
  refuse(sent, "status", description, code);

function reportChange(screen: string, job: StatusChangeSummary, text: string) {
  const undo = isStatusChangeUndoable(job.id) ? { screen, id: job.id } : null;
  return job.asked === 0
    ? redirectWithSuccess(screen, text, undo)
    : respondWithToast(screen, { type: "success", message: "Partly done", description: text }, undo);
}

async function resultText(job: StatusChangeSummary, people: ShownStatus[]): Promise<string> {
  const done = await doneText(job, people);
  return job.asked === 0 ? done : `${done} ${await askedText(job)}`;
}

async function doneText(job: StatusChangeSummary, people: ShownStatus[]): Promise<string> {
  const found = await readDelegates(people.map(({ id }) => id));
  const types = found.map(({ registrationType }) => registrationType);
  const done = statusChangeWords(job.status, types);
  const text = statusChangeText(job, done);
  if (people.length > 1) return text;
  const [only] = found;
  if (job.changed > 0 && only) return `${only.name} ${done}.`;
  if (job.asked === 0 && only)
    return `Nothing changed: ${only.name} is already ${job.status === "pending" ? "pending" : done}.`;
  return only || job.changed > 0 ? text : "This registration has since been deleted. Nothing was changed.";
}

/** Names the first delegates whose status had changed since the page was loaded. */
async function askedText({ asked, firstAsked }: StatusChangeSummary): Promise<string> {
  const named = (await readDelegates(firstAsked)).map(
    ({ name, status, registrationType }) =>
      `${name} is now ${statusName(status, [registrationType]).toLowerCase()}`,
  );
  const others = asked - named.length;
  const all = others > 0 ? [...named, countText(others, "other")] : named;
  const were =
    asked === 1 ? "was not changed, because the status has" : "were not changed, because their status has";
  return `${delegateCountText(asked)} ${were} changed since you opened the page: ${all.join(", ")}.`;
}
