// The forms of the desk that change a status: of one person, of several, or of all that match.
import {
  answerWithToast,
  redirectWithError,
  redirectWithSuccess,
  tryOrLog,
} from "#app/http/admin-action.server.ts";
import { oneTimeId } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { refusal } from "#app/http/refusal.ts";
import type { ToastUndo } from "#app/http/toast.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { DecisionNote } from "#app/models/delegate/input.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";
import {
  askForStatus,
  type Chosen,
  getStatusJob,
  type Refused,
} from "#app/models/delegate/status-job.server.ts";
import { isStatusJobUndoable } from "#app/models/delegate/status-undo.server.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";
import { counted, numberText } from "#app/vocabulary/counted.ts";
import {
  CHANGED_AT_MOST,
  countedDelegates,
  DELEGATE_STATUSES,
  readShown,
  STATUS_ALREADY,
  STATUS_DONE,
  type StatusJob,
  statusChangeText,
} from "#app/vocabulary/delegate-status.ts";

/** Changes the status of whom the form chooses, and says what that has done. */
export async function changeStatus({
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
  if (typeof asked.value === "string") return redirectWithError(screen, REFUSED[asked.value]);
  const job = await getStatusJob(asked.value);
  if (!job) return redirectWithError(screen, REFUSED.tooOld);
  // The ticks stay: another status may be meant.
  const isNothing = job.asked === 0 && job.changed === 0;
  const text = await outcomeText(job, chosen);
  if (isNothing && isBulk) return refuseBulk(form, list, { status: text }, text);
  const change = String(job.id);
  return answerFor(job, {
    text,
    screen,
    more: deskAddress(filter, page, { change }),
    undo: isStatusJobUndoable(job.id) ? { screen, of: "change", id: change } : null,
  });
}

/** What has become of a change: of one person by their name; of those who were deleted since, that they were. */
async function outcomeText(job: StatusJob, chosen: Chosen): Promise<string> {
  const text = statusChangeText(job);
  const people = "people" in chosen ? chosen.people : [];
  if (people.length === 0) return text;
  const there = await readDelegates(people.map(({ id }) => id));
  const gone = people.length - there.length;
  const [only] = people.length === 1 ? there : [];
  if (job.changed > 0 && only) return `${only.name} ${STATUS_DONE[job.status]}.`;
  if (job.asked === 0 && only) return `Nothing changed: ${only.name} ${STATUS_ALREADY[job.status]} already.`;
  // A second copy of a form is answered as the first.
  if (gone === 0 || job.changed + job.asked >= people.length) return text;
  if (people.length === 1) return "This registration has been deleted in the meantime. Nothing was changed.";
  return gone === people.length
    ? `These ${gone} registrations have been deleted in the meantime. Nothing was changed.`
    : `${text} ${counted(gone, "registration")} ${gone === 1 ? "has" : "have"} been deleted in the meantime.`;
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
  job: StatusJob,
  { text, screen, more, undo }: { text: string; screen: string; more: string; undo: ToastUndo | null },
): Promise<Response> {
  if (job.asked === 0)
    return job.changed > 0 ? redirectWithSuccess(screen, text, undo) : redirectWithError(screen, text);
  const were = job.asked === 1 ? "was" : "were";
  return answerWithToast(
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
const problemOf = (chosen: Chosen): string | null =>
  "people" in chosen && chosen.people.length === 0 ? "Select at least one delegate first." : null;

const errorsOf = (problems: Record<string, string | null>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, text]) => (text === null ? [] : [[name, [text]]])),
  );

const REFUSED: Record<Refused, string> = {
  tooOld: "Too much has changed since this page was opened. Nothing was changed: look at the list again.",
  tooMany: `More than ${numberText(CHANGED_AT_MOST)} delegates match. Nothing was changed: narrow the list with the filters first.`,
};

/** Whose status the form is about, and what its page has shown of them. */
function readChosen(form: URLSearchParams, list: string[], filter: DelegateFilter): Chosen {
  const seen = parseId(form.get("seen") ?? "") ?? 0;
  const scope = form.get("scope");
  if (scope === "all") return { filter, latestId: parseId(form.get("latest") ?? "") ?? 0, seen };
  if (scope === "left") return { leftBy: parseId(form.get("job") ?? "") ?? 0, seen };
  return { people: readShown(scope === "page" ? (form.get("shown") ?? "").split(",") : list) };
}
