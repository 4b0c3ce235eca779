import { href } from "react-router";
import { clockText, dayText } from "#app/conference/date-text.ts";
import {
  redirectWithError,
  redirectWithSuccess,
  respondWithToast,
  runOrLogError,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { checkIn, countArrivals, undoCheckIn } from "#app/models/delegate/check-in.server.ts";
import { type Delegate, getDelegate } from "#app/models/delegate/delegate.server.ts";
import { searchDelegatesAtDoor } from "#app/models/delegate/door-search.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { isWithoutPlace, paymentOf, stateOf } from "#app/vocabulary/delegate-status.ts";
import { listAnswersShown } from "#app/vocabulary/registration.ts";

const KEPT_PARAMETERS = ["q", "page", "person"];

/** URL of the same search or of one delegate. With `done`, the search box gets the focus. */
function doorUrl(search: string, id: number, more?: "done" | "asked"): string {
  const params = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => KEPT_PARAMETERS.includes(name)),
  );
  if (params.size === 0 && id > 0) params.set("person", String(id));
  if (more) params.set(more, more === "done" ? "" : String(id));
  return href("/admin/delegates/door") + (params.size === 0 ? "" : `?${params}`);
}
const FAILED = "Nothing was changed. Please try again.";

export const redirectToDoor = (person: number, said: { message: string; description: string }) =>
  respondWithToast(doorUrl("", person, "done"), { type: "success", ...said });

/**
 * Finds delegates by `q` or `person`. Helpers can search only by name or reference.
 * Returns null if the database fails.
 */
export async function loadDoor(searchParams: URLSearchParams, isHelper: boolean) {
  const query = (searchParams.get("q") ?? "").slice(0, 1_000).trim();
  const idOf = (name: string) => parseId(searchParams.get(name) ?? "");
  const read = await runOrLogError(async () => {
    const id = query === "" ? idOf("person") : null;
    const asked = idOf("asked");
    const [arrivals, search, person] = await Promise.all([
      countArrivals(),
      query === "" ? null : searchDelegatesAtDoor(query, idOf("page") ?? 1, !isHelper),
      id === null ? null : getDelegate(id),
    ]);
    const delegates = person ? [person] : search?.found;
    const found = delegates?.map((one) => toDoorPerson(one, asked)) ?? null;
    return { arrivals, ...NO_SEARCH, ...search, found };
  });
  return read && { answerId: crypto.randomUUID(), query, isDone: searchParams.has("done"), ...read.value };
}
const NO_SEARCH = { total: 0, offset: 0, page: 1, pageCount: 1 };
export type DoorData = NonNullable<Awaited<ReturnType<typeof loadDoor>>>;
export type DoorPerson = ReturnType<typeof toDoorPerson>;

/** `asked` is the id of the delegate whose check-in was asked about. */
export function toDoorPerson(delegate: Delegate, asked: number | null = null) {
  const { id, name, reference, status, registrationType } = delegate;
  const place = placeOf(delegate);
  return {
    id,
    name,
    facts: listAnswersShown("doorCard", delegate).flatMap(({ text }) => text || []),
    reference,
    status,
    state: stateOf({ status, place }),
    isAsked: asked === id,
    registrationType,
    isUnpaid: paymentOf({ ...delegate, place }) === "unpaid",
    checkedIn: status === "attended" ? whenCheckedIn(delegate) : null,
    formId: crypto.randomUUID(),
  };
}

export async function doorAction(request: Request, actor: string): Promise<Response> {
  const form = await readForm(request, ["intent", "id", "anyway", "formId"]);
  const id = parseId(form.get("id") ?? "") ?? 0;
  const returnUrl: ReturnUrl = (more) => doorUrl(new URL(request.url).search, id, more);
  const intent = form.get("intent");
  if (intent === "check-in") return answerCheckIn(id, form, actor, returnUrl);
  if (intent === "undo-check-in") return answerUndo(id, actor, createOneTimeId(form), returnUrl);
  return redirectWithError(returnUrl(), "This form is not recognised.");
}

type ReturnUrl = (more?: "done" | "asked") => string;

async function answerCheckIn(id: number, form: URLSearchParams, actor: string, returnUrl: ReturnUrl) {
  const options = { anyway: form.get("anyway"), formId: createOneTimeId(form) };
  const checked = await runOrLogError(() => checkIn(id, actor, options));
  if (!checked) return redirectWithError(returnUrl(), FAILED);
  const { outcome, delegate } = checked.value;
  if (outcome === "gone") return redirectWithError(returnUrl(), GONE);
  if (outcome === "asks") {
    const description = checkInProblem(outcome, delegate);
    const toast = { type: "error", message: "Not checked in", description } as const;
    return respondWithToast(returnUrl(isWithoutPlace(placeOf(delegate)) ? "asked" : undefined), toast);
  }
  return respondWithToast(
    returnUrl("done"),
    outcome === "done"
      ? { type: "success", message: `${delegate.name} is checked in` }
      : { type: "error", message: delegate.name, description: checkInProblem("already", delegate) },
  );
}

/** Why a delegate was not checked in, for the screen and the API. */
export function checkInProblem(outcome: "already" | "asks", delegate: Delegate): string {
  if (outcome !== "asks") return `Already ${whenCheckedIn(delegate)}`;
  const pending = isWithoutPlace(placeOf(delegate)) ? "is on the waiting list" : "is still pending";
  const state = delegate.status === "pending" ? pending : `was ${delegate.status}`;
  return `${delegate.name}’s registration ${state}. Check in anyway?`;
}

async function answerUndo(id: number, actor: string, formId: string, returnUrl: ReturnUrl) {
  const taken = await runOrLogError(() => undoCheckIn(id, actor, formId));
  if (!taken) return redirectWithError(returnUrl(), FAILED);
  if (!taken.value) return redirectWithError(returnUrl(), GONE);
  const { undone, delegate } = taken.value;
  return undone
    ? redirectWithSuccess(returnUrl("done"), `The check-in of ${delegate.name} was undone.`)
    : redirectWithError(returnUrl("done"), `${delegate.name} was not checked in.`);
}

const GONE = "This registration has since been deleted.";

/** Returns the check-in time, such as 'checked in at 8:41 AM', with the day unless it is today. */
function whenCheckedIn({ checkedInAt }: Delegate): string {
  // A row edited outside the site may have no check-in time.
  if (!checkedInAt) return "marked as attended";
  const time = clockText(checkedInAt);
  const day = dayText(checkedInAt);
  const isToday = day === dayText(new Date());
  return isToday ? `checked in at ${time}` : `checked in on ${day} at ${time}`;
}
