// What the forms of the desk do. All of them come back to the page of the desk that they were sent from.
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { refusal } from "#app/http/refusal.ts";
import { redirectWithToast, type ToastUndo } from "#app/http/toast.server.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter, ListMoment } from "#app/models/delegate/filter.ts";
import { DecisionNote } from "#app/models/delegate/input.server.ts";
import { askForStatus, type Chosen, PORTION } from "#app/models/delegate/status-job.server.ts";
import { isStatusJobUndoable, undoStatusJob } from "#app/models/delegate/status-undo.server.ts";
import { settleStatusJob } from "#app/models/delegate/status-worker.server.ts";
import { sendAgain, sendNow } from "#app/models/outbox/outbox.server.ts";
import { deskAddress, readDesk, rowId } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";
import {
  countedDelegates,
  DELEGATE_STATUSES,
  progressText,
  readShown,
  STATUS_DONE,
  type StatusProgress,
} from "#app/vocabulary/delegate-status.ts";

const FIELDS = [
  "intent",
  "formId",
  "delegate",
  "status",
  "scope",
  "shown",
  "latest",
  "seen",
  "job",
  "change",
  "decision",
  "note",
  "return",
];

/** Carries out a form of the desk, for the organiser with this address. */
export async function deskAction(request: Request, actor: string) {
  const desk = readDesk(new URL(request.url).searchParams);
  const { form, list } = await readListForm(request, FIELDS, "id");
  const { page } = desk;
  // Whoever is changed stays where they are in the list, also where they do not match any more.
  const filter = { ...desk.filter, asOf: desk.filter.asOf ?? momentOf(form) };
  const screen = deskAddress(filter, page);
  const button = { delegate: parseId(form.get("delegate") ?? "") ?? 0, actor, formId: oneTimeId(form) };

  if (form.get("intent") === "send-again") return sendMailAgain(screen, button);
  if (form.get("intent") === "send-now") return sendHeldMail(screen, button);
  if (form.get("intent") === "undo")
    return undoChange(screen, parseId(form.get("change") ?? "") ?? 0, button);
  return changeStatus({ filter, page, actor, ...readDecision(form, list) });
}

/** What the page of a form knew, where the form says it. */
function momentOf(form: URLSearchParams): ListMoment | null {
  const [revision, latestId] = [Number(form.get("seen") ?? ""), parseId(form.get("latest") ?? "")];
  return latestId === null || !Number.isSafeInteger(revision) || revision < 0 ? null : { revision, latestId };
}

/**
 * A form, and the people it names; where a button about one person says all in its value, like
 * 'confirmed:4:pending', as if that had been filled in. `place` is the row that a browser without script returns to,
 * or what is folded out below it.
 */
function readDecision(form: URLSearchParams, list: string[]) {
  const [, status, person, isOpen] = /^([a-z]+):(\d+:[a-z]+)(:open)?$/.exec(form.get("decision") ?? "") ?? [];
  const filled = new URLSearchParams(form);
  if (status !== undefined) filled.set("status", status);
  const people = person === undefined ? list : [person];
  const [one, ...others] = form.get("intent") === "bulk" ? [] : readShown(people);
  const isReturning = form.has("return") && one !== undefined && others.length === 0;
  return { form: filled, list: people, place: isReturning ? `#${rowId(one.id, Boolean(isOpen))}` : "" };
}

async function undoChange(screen: string, change: number, { actor, formId }: Button): Promise<Response> {
  const undone = await tryOrLog(() => undoStatusJob(change, actor, formId));
  if (!undone) return redirectWithError(screen, FAILURES.undo);
  if (!undone.value.ok) return redirectWithError(screen, UNDO_TOO_LATE);
  const { restored, left } = undone.value;
  const others =
    left === 0 ? "" : ` ${countedDelegates(left)} had been changed again and stayed as they are.`;
  return redirectWithSuccess(screen, `Undone for ${countedDelegates(restored)}. No email was sent.${others}`);
}

const UNDO_TOO_LATE =
  "It is too late to undo this: the email is on its way. To change it back, choose the status again.";

/** A button about one delegate: who pressed it, and its one-time id. */
type Button = { delegate: number; actor: string; formId: string };

async function sendMailAgain(screen: string, { delegate, actor, formId }: Button): Promise<Response> {
  const sent = await tryOrLog(() => sendAgain(delegate, actor, formId));
  if (!sent) return redirectWithError(screen, FAILURES["send-again"]);
  return sent.value > 0
    ? redirectWithSuccess(screen, "The email is on its way again.")
    : redirectWithError(
        screen,
        "There is no email to send again: it has already gone out, or the delegate was deleted.",
      );
}

async function sendHeldMail(screen: string, { delegate, actor, formId }: Button): Promise<Response> {
  const sent = await tryOrLog(() => sendNow(delegate, actor, formId));
  if (!sent) return redirectWithError(screen, FAILURES["send-now"]);
  return sent.value > 0
    ? redirectWithSuccess(screen, "The email is on its way.")
    : redirectWithError(
        screen,
        "No email is being held back: it has already gone out, or the delegate was deleted.",
      );
}

/** Changes the status of whom the form chooses, and says what has become of that, or how far it is. */
async function changeStatus({
  filter,
  page,
  form,
  list,
  actor,
  place,
}: {
  filter: DelegateFilter;
  page: number;
  form: URLSearchParams;
  list: string[];
  actor: string;
  place: string;
}) {
  const screen = deskAddress(filter, page) + place;
  const status = DELEGATE_STATUSES.find((known) => known === form.get("status"));
  const chosen = readChosen(form, list, filter);
  const problems = { scope: problemOf(chosen), status: status ? null : "Choose a status first." };
  const [problem] = [problems.status, problems.scope].filter((problem) => problem !== null);
  const isBulk = form.get("intent") === "bulk";
  if (problem !== undefined && isBulk) return refuseBulk(form, list, problems, problem);
  if (!status || problem !== undefined) return redirectWithError(screen, problem ?? FAILURES.status);
  const note = DecisionNote.safeParse(form.get("note"));
  if (!note.success) return refuseNote(422, form, list, note.error.issues[0]?.message ?? "");
  const asked = await tryOrLog(() =>
    askForStatus(chosen, { status, actor, formId: oneTimeId(form, ...list), note: note.data }),
  );
  if (!asked && note.data !== null) return refuseNote(500, form, list, FAILURES.status);
  if (!asked) return redirectWithError(screen, FAILURES.status);
  if (asked.value === null) return redirectWithError(screen, TOO_OLD);
  const job = await settleStatusJob(asked.value);
  if (!job) return redirectWithError(screen, TOO_OLD);
  // The ticks stay: another status may be meant.
  const isNothing = job.isFinished && job.asked === 0 && job.changed === 0;
  if (isNothing && isBulk) return refuseBulk(form, list, { status: progressText(job) }, progressText(job));
  const change = String(job.id);
  return answerFor(job, {
    text: (await nameOfOne(job, chosen)) ?? progressText(job),
    screen,
    more: deskAddress(filter, page, { change }),
    undo: isStatusJobUndoable(job.id) ? { screen, of: "change", id: change } : null,
  });
}

/** What has become of a change of one person, by their name. */
async function nameOfOne(job: StatusProgress, chosen: Chosen): Promise<string | null> {
  const [one, ...others] = "people" in chosen ? chosen.people : [];
  if (!one || others.length > 0 || job.changed === 0) return null;
  const delegate = await getDelegate(one.id);
  return delegate && `${delegate.name} ${STATUS_DONE[job.status]}.`;
}

/** A form with a line to somebody, as it was sent, with what is wrong. */
const refuseNote = (status: number, form: URLSearchParams, list: string[], problem: string) =>
  refusal(status, {
    result: {
      status: "error",
      initialValue: { ...Object.fromEntries(form), id: list },
      error: { note: [problem] },
    },
    description: problem,
  });

/** The form about several as it was sent, with what is wrong about it. */
function refuseBulk(
  form: URLSearchParams,
  list: string[],
  problems: Record<string, string | null>,
  description: string,
) {
  const result = { initialValue: { ...Object.fromEntries(form), id: list }, error: errorsOf(problems) };
  return refusal(422, { result: { status: "error", ...result }, description });
}

/** Says what has become of a change: back on the screen, or at `more`, where the rest of it is shown. */
function answerFor(
  job: StatusProgress,
  { text, screen, more, undo }: { text: string; screen: string; more: string; undo: ToastUndo | null },
): Promise<Response> {
  if (!job.isFinished) {
    return redirectWithToast(more, { type: "success", message: "Under way", description: text });
  }
  if (job.asked === 0)
    return job.changed > 0 ? redirectWithSuccess(screen, text, undo) : redirectWithError(screen, text);
  const were = job.asked === 1 ? "was" : "were";
  return redirectWithToast(
    more,
    {
      type: job.changed > 0 ? "success" : "error",
      message: job.changed > 0 ? "Partly done" : "Not done",
      description: `${text} ${countedDelegates(job.asked)} ${were} left alone: the decision is yours.`,
    },
    undo,
  );
}

/** Why such a choice of people cannot be changed; null where it can. */
function problemOf(chosen: Chosen): string | null {
  const count = "people" in chosen ? chosen.people.length : null;
  if (count === 0) return "Select at least one delegate first.";
  return count !== null && count > PORTION ? `Select ${PORTION} delegates at most.` : null;
}

const errorsOf = (problems: Record<string, string | null>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, text]) => (text === null ? [] : [[name, [text]]])),
  );

const TOO_OLD =
  "Too much has changed since this page was opened. Nothing was changed: look at the list again.";

/** Whose status the form is about, and what its page has shown of them. */
function readChosen(form: URLSearchParams, list: string[], filter: DelegateFilter): Chosen {
  const seen = parseId(form.get("seen") ?? "") ?? 0;
  const scope = form.get("scope");
  if (scope === "all") return { filter, latestId: parseId(form.get("latest") ?? "") ?? 0, seen };
  if (scope === "left") return { leftBy: parseId(form.get("job") ?? "") ?? 0, seen };
  return { people: readShown(scope === "page" ? (form.get("shown") ?? "").split(",") : list) };
}
