import {
  redirectWithError,
  redirectWithSuccess,
  respondWithToast,
  runOrLogError,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readChangesetId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { returnTarget } from "#app/http/list-form.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter, ListSnapshot } from "#app/models/delegate/filter.ts";
import { DecisionNote } from "#app/models/delegate/input.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";
import {
  changeStatuses,
  type DelegateSelection,
  isStatusChangeUndoable,
  type StatusChangeRefusal,
  undoStatusChange,
} from "#app/models/delegate/status-change.server.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { FAILURE_MESSAGES } from "#app/routes/admin/delegates/failures.ts";
import { listAddress, readListAddress, rowElementId } from "#app/routes/admin/delegates/list-address.ts";
import { type DelegateSubmission, mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import {
  ALREADY_STATUS_WORDS,
  DELEGATE_STATUSES,
  delegateCountText,
  MAX_STATUS_CHANGES,
  readShownStatuses,
  STATUS_CHANGE_WORDS,
  type StatusChangeSummary,
  statusChangeText,
} from "#app/vocabulary/delegate-status.ts";

const FIELDS = [
  "intent",
  "formId",
  "delegate",
  "mail",
  "status",
  "scope",
  "shown",
  "latest",
  "seen",
  "changeset",
  "decision",
  "run",
  "note",
  "return",
];

export async function listAction(request: Request, actor: string) {
  const desk = readListAddress(new URL(request.url).searchParams);
  const { form, list } = await readListForm(request, FIELDS, "id");
  const { page } = desk;
  // The `asOf` snapshot keeps changed rows in the list, even if they no longer match the filter.
  const filter = { ...desk.filter, asOf: desk.filter.asOf ?? momentOf(form) };
  const screen = listAddress(filter, page);
  const button = { delegate: parseId(form.get("delegate") ?? "") ?? 0, actor, formId: createOneTimeId(form) };

  const sent = await mailAction(form, screen, button);
  if (sent) return sent;
  if (form.get("intent") === "undo") {
    return undoChange(returnTarget(screen, form, button.delegate || null), readChangesetId(form), button);
  }
  return changeStatus({ filter, page, actor, ...readDecision(form, list) });
}

function momentOf(form: URLSearchParams): ListSnapshot | null {
  const [revision, latestId] = [Number(form.get("seen") ?? ""), parseId(form.get("latest") ?? "")];
  return latestId === null || !Number.isSafeInteger(revision) || revision < 0 ? null : { revision, latestId };
}

/**
 * Adds the value of a single-delegate button, such as 'confirmed:4:pending', to the form's fields.
 * `place` is the row to which the response returns without JavaScript.
 */
function readDecision(form: URLSearchParams, list: string[]) {
  const [, status, person, isOpen] = /^([a-z]+):(\d+:[a-z]+)(:open)?$/.exec(form.get("decision") ?? "") ?? [];
  const filled = new URLSearchParams(form);
  if (status !== undefined) filled.set("status", status);
  // A button for ticked delegates takes precedence over the bulk form's select fields.
  const run = form.get("run");
  if (run !== null) {
    filled.set("status", run);
    filled.set("scope", "selected");
  }
  const people = person === undefined ? list : [person];
  const [one, ...others] = form.get("intent") === "bulk" ? [] : readShownStatuses(people);
  const isReturning = form.has("return") && one !== undefined && others.length === 0;
  return {
    form: filled,
    list: people,
    place: isReturning ? `#${rowElementId(one.id, Boolean(isOpen))}` : "",
  };
}

async function undoChange(screen: string, change: number, { actor, formId }: DelegateSubmission) {
  const undone = await runOrLogError(() => undoStatusChange(change, actor, formId));
  if (!undone) return redirectWithError(screen, FAILURE_MESSAGES.undo);
  if (!undone.value.ok) return redirectWithError(screen, UNDO_REFUSALS.over);
  const { restored, only, left } = undone.value;
  const others =
    left > 0 ? ` ${delegateCountText(left)} had been changed again and kept their newer status.` : "";
  const subject = (only !== null && (await getDelegate(only))?.name) || delegateCountText(restored);
  return redirectWithSuccess(screen, `Undone for ${subject}. No email was sent.${others}`);
}

type Asked = ReturnType<typeof readDecision> & { filter: DelegateFilter; page: number; actor: string };

async function changeStatus({ filter, page, form, list, actor, place }: Asked) {
  const screen = listAddress(filter, page) + place;
  const status = DELEGATE_STATUSES.find((known) => known === form.get("status"));
  const chosen = readChosen(form, list, filter);
  const isEmpty = "people" in chosen && chosen.people.length === 0;
  const problems = {
    status: status ? [] : ["Choose a status first."],
    scope: isEmpty ? ["Select at least one delegate first."] : [],
  };
  const [problem] = [...problems.status, ...problems.scope];
  const isBulk = form.get("intent") === "bulk";
  const initialValue = { ...Object.fromEntries(form), id: list };
  const refuse = (error: Record<string, string[]>, description: string, code = 422) =>
    createRefusalResponse(code, { result: { status: "error", initialValue, error }, description });
  if (problem !== undefined && isBulk) return refuse(problems, problem);
  if (!status || problem !== undefined) return redirectWithError(screen, problem ?? FAILURE_MESSAGES.status);
  const refuseNote = (text: string, code?: number) => refuse({ note: [text] }, text, code);
  const note = DecisionNote.safeParse(form.get("note"));
  if (!note.success) return refuseNote(note.error.issues[0]?.message ?? "");
  const asked = await runOrLogError(() =>
    changeStatuses(chosen, { status, actor, formId: createOneTimeId(form, ...list), note: note.data }),
  );
  if (!asked && note.data !== null) return refuseNote(FAILURE_MESSAGES.status, 500);
  if (!asked) return redirectWithError(screen, FAILURE_MESSAGES.status);
  if (!asked.value.ok) {
    const { reason } = asked.value;
    return reason === "tooMany" && isBulk
      ? refuse({ scope: [REFUSED.tooMany] }, REFUSED.tooMany)
      : redirectWithError(screen, REFUSED[reason]);
  }
  const job = asked.value;
  const done = await doneText(job, chosen);
  const text = job.asked === 0 ? done : `${done} ${await askedText(job)}`;
  if (job.changed > 0) {
    const undo = isStatusChangeUndoable(job.id) ? { screen, id: job.id } : null;
    return job.asked === 0
      ? redirectWithSuccess(screen, text, undo)
      : respondWithToast(screen, { type: "success", message: "Partly done", description: text }, undo);
  }
  if (note.data !== null && job.asked > 0) return refuseNote(`${text} Your note: “${note.data}”`, 409);
  // Keeps the ticks, so the organiser can choose a different status.
  if (isBulk && job.asked === 0) return refuse({ status: [text] }, text);
  return redirectWithError(screen, text);
}

async function doneText(job: StatusChangeSummary, chosen: DelegateSelection): Promise<string> {
  const text = statusChangeText(job);
  const people = "people" in chosen ? chosen.people : [];
  if (people.length === 0) return text;
  const there = await readDelegates(people.map(({ id }) => id));
  const gone = people.length - there.length;
  const [only] = people.length === 1 ? there : [];
  if (job.changed > 0 && only) return `${only.name} ${STATUS_CHANGE_WORDS[job.status]}.`;
  if (job.asked === 0 && only) return `Nothing changed: ${only.name} ${ALREADY_STATUS_WORDS[job.status]}.`;
  // Ignores deletions after the change, so a repeated submission gets the same response.
  if (gone === 0 || job.changed + job.asked >= people.length) return text;
  if (people.length === 1) return "This registration has since been deleted. Nothing was changed.";
  return gone === people.length
    ? `These ${gone} registrations have since been deleted. Nothing was changed.`
    : `${text} ${countText(gone, "registration")} ${gone === 1 ? "has" : "have"} since been deleted.`;
}

/** Names the first delegates whose status had changed since the page was loaded. */
async function askedText({ asked, firstAsked }: StatusChangeSummary): Promise<string> {
  const named = (await readDelegates(firstAsked)).map(({ name, status }) => `${name} is now ${status}`);
  const others = asked - named.length;
  const all = others > 0 ? [...named, countText(others, "other")] : named;
  const were =
    asked === 1 ? "was not changed, because the status has" : "were not changed, because their status has";
  return `${delegateCountText(asked)} ${were} changed since you opened the page: ${all.join(", ")}.`;
}

const REFUSED: Record<StatusChangeRefusal["reason"], string> = {
  tooOld:
    "Too much has changed since this page was opened. Nothing was changed. Check the list, then try again.",
  tooMany: `More than ${numberText(MAX_STATUS_CHANGES)} delegates match. Nothing was changed: narrow the list with the filters first.`,
};

function readChosen(form: URLSearchParams, list: string[], filter: DelegateFilter): DelegateSelection {
  const seen = parseId(form.get("seen") ?? "") ?? 0;
  const scope = form.get("scope");
  if (scope === "all") return { filter, latestId: parseId(form.get("latest") ?? "") ?? 0, seen };
  return { people: readShownStatuses(scope === "page" ? (form.get("shown") ?? "").split(",") : list) };
}
