// What the forms of the desk do. All of them come back to the page of the desk that they were sent from.
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { refusal } from "#app/http/refusal.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { askForStatus, type Chosen, PORTION } from "#app/models/delegate/status-job.server.ts";
import { settleStatusJob } from "#app/models/delegate/status-worker.server.ts";
import { sendAgain, sendNow } from "#app/models/outbox/outbox.server.ts";
import { deskAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";
import {
  countedDelegates,
  DELEGATE_STATUSES,
  progressText,
  readShown,
  type StatusProgress,
} from "#app/vocabulary/delegate-status.ts";

const FIELDS = ["intent", "formId", "delegate", "status", "scope", "shown", "latest", "seen", "job"];

/** Carries out a form of the desk, for the organiser with this address. */
export async function deskAction(request: Request, actor: string) {
  const { filter, page } = readDesk(new URL(request.url).searchParams);
  const { form, list } = await readListForm(request, FIELDS, "id");
  const screen = deskAddress(filter, page);
  const button = { delegate: parseId(form.get("delegate") ?? "") ?? 0, actor, formId: oneTimeId(form) };

  if (form.get("intent") === "send-again") return sendMailAgain(screen, button);
  if (form.get("intent") === "send-now") return sendHeldMail(screen, button);
  return changeStatus({ filter, page, form, list, actor });
}

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
}: {
  filter: DelegateFilter;
  page: number;
  form: URLSearchParams;
  list: string[];
  actor: string;
}) {
  const screen = deskAddress(filter, page);
  const status = DELEGATE_STATUSES.find((known) => known === form.get("status"));
  const chosen = readChosen(form, list, filter);
  const problems = { scope: problemOf(chosen), status: status ? null : "Choose a status first." };
  const [problem] = [problems.status, problems.scope].filter((problem) => problem !== null);
  const isBulk = form.get("intent") === "bulk";
  if (problem !== undefined && isBulk) return refuseBulk(form, list, problems, problem);
  if (!status || problem !== undefined) return redirectWithError(screen, problem ?? FAILURES.status);
  const asked = await tryOrLog(() =>
    askForStatus(chosen, { status, actor, formId: oneTimeId(form, ...list) }),
  );
  if (!asked) return redirectWithError(screen, FAILURES.status);
  if (asked.value === null) return redirectWithError(screen, TOO_OLD);
  const job = await settleStatusJob(asked.value);
  if (!job) return redirectWithError(screen, TOO_OLD);
  // The ticks stay: another status may be meant.
  const isNothing = job.isFinished && job.asked === 0 && job.changed === 0;
  if (isNothing && isBulk) return refuseBulk(form, list, { status: progressText(job) }, progressText(job));
  return answerFor(job, screen, deskAddress(filter, page, { change: String(job.id) }));
}

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
function answerFor(job: StatusProgress, screen: string, more: string): Promise<Response> {
  const text = progressText(job);
  if (!job.isFinished) {
    return redirectWithToast(more, { type: "success", message: "Under way", description: text });
  }
  if (job.asked === 0)
    return job.changed > 0 ? redirectWithSuccess(screen, text) : redirectWithError(screen, text);
  const were = job.asked === 1 ? "was" : "were";
  return redirectWithToast(more, {
    type: job.changed > 0 ? "success" : "error",
    message: job.changed > 0 ? "Partly done" : "Not done",
    description: `${text} ${countedDelegates(job.asked)} ${were} left alone: the decision is yours.`,
  });
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
