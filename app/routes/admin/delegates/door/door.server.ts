import { href } from "react-router";
import { clockText, dayText } from "#app/conference/moment.ts";
import {
  answerWithToast,
  redirectWithError,
  redirectWithSuccess,
  tryOrLog,
} from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { checkIn, countArrivals, undoCheckIn } from "#app/models/delegate/check-in.server.ts";
import { type Delegate, getDelegate } from "#app/models/delegate/delegate.server.ts";
import { findAtDoor } from "#app/models/delegate/door-search.server.ts";
import { organisationOf } from "#app/vocabulary/passes-in-panel.ts";

const door = (about: { person?: number; last?: number } = {}): string => {
  const params = new URLSearchParams(Object.entries(about).map(([name, id]) => [name, String(id)]));
  return href("/admin/delegates/door") + (params.size === 0 ? "" : `?${params}`);
};
const FAILED = "Nothing was changed. Please try again.";

export const redirectToDoor = (last: number, said: { message: string; description: string }) =>
  answerWithToast(door({ last }), { type: "success", ...said });

/**
 * The people found with `q`, the one to decide about with `person`, the last one with `last`.
 * A helper finds people by name or reference only. Null if the database fails.
 */
export async function loadDoor(searchParams: URLSearchParams, isHelper: boolean) {
  const query = (searchParams.get("q") ?? "").slice(0, 1_000).trim();
  const idOf = (name: string) => parseId(searchParams.get(name) ?? "");
  const read = await tryOrLog(async () => {
    const [arrivals, search, person, last] = await Promise.all([
      countArrivals(),
      query === "" ? null : findAtDoor(query, idOf("page") ?? 1, !isHelper),
      getById(idOf("person")),
      getById(query === "" ? idOf("last") : null),
    ]);
    return {
      arrivals,
      found: person ? [toPerson(person)] : (search?.found.map(toPerson) ?? null),
      total: search?.total ?? 0,
      offset: search?.offset ?? 0,
      page: search?.page ?? 1,
      pageCount: search?.pageCount ?? 1,
      last: last && toPerson(last),
    };
  });
  return read && { answerId: crypto.randomUUID(), query, ...read.value };
}
export type DoorData = NonNullable<Awaited<ReturnType<typeof loadDoor>>>;
export type DoorPerson = ReturnType<typeof toPerson>;

const getById = async (id: number | null) => (id === null ? null : getDelegate(id));

export function toPerson(delegate: Delegate) {
  const { id, name, jobTitle, reference, status, registrationType } = delegate;
  return {
    id,
    name,
    jobTitle,
    outlet: organisationOf(delegate),
    reference,
    status,
    registrationType,
    checkedIn: status === "attended" ? whenCheckedIn(delegate) : null,
    formId: crypto.randomUUID(),
  };
}

export async function actAtDoor(request: Request, actor: string): Promise<Response> {
  const form = await readForm(request, ["intent", "id", "anyway", "formId"]);
  const id = parseId(form.get("id") ?? "") ?? 0;
  const intent = form.get("intent");
  if (intent === "check-in") return answerCheckIn(id, form, actor);
  if (intent === "undo-check-in") return answerUndo(id, actor, oneTimeId(form));
  return redirectWithError(door(), "This form is not recognised.");
}

async function answerCheckIn(id: number, form: URLSearchParams, actor: string): Promise<Response> {
  const options = { anyway: form.get("anyway"), formId: oneTimeId(form) };
  const checked = await tryOrLog(() => checkIn(id, actor, options));
  if (!checked) return redirectWithError(door(), FAILED);
  const { outcome, delegate } = checked.value;
  if (outcome === "gone") return redirectWithError(door(), GONE);
  const toast = (type: "success" | "error", screen: string, message: string, description?: string) =>
    answerWithToast(screen, { type, message, ...(description ? { description } : {}) });
  if (outcome === "asks") {
    const warning = { pending: "still pending", declined: "declined", cancelled: "cancelled" } as const;
    const state = warning[delegate.status as keyof typeof warning];
    const why = `The registration of ${delegate.name} is ${state}. The decision is yours.`;
    return toast("error", door({ person: id }), "Not checked in", why);
  }
  const screen = door({ last: id });
  return outcome === "done"
    ? toast("success", screen, `${delegate.name} is checked in`)
    : toast("error", screen, delegate.name, `Already ${whenCheckedIn(delegate)}`);
}

async function answerUndo(id: number, actor: string, formId: string): Promise<Response> {
  const taken = await tryOrLog(() => undoCheckIn(id, actor, formId));
  if (!taken) return redirectWithError(door(), FAILED);
  if (!taken.value) return redirectWithError(door(), GONE);
  const { undone, delegate } = taken.value;
  return undone
    ? redirectWithSuccess(door({ last: id }), `The check-in of ${delegate.name} was undone.`)
    : redirectWithError(door({ last: id }), `${delegate.name} was not checked in.`);
}

const GONE = "This registration has been deleted in the meantime.";

/** 'checked in at 8:41 AM' in the conference's zone, with the day where it is not today. */
function whenCheckedIn({ checkedInAt }: Delegate): string {
  // A row changed in a shell may have no time.
  if (!checkedInAt) return "marked as attended";
  const [time, day] = [clockText(checkedInAt), dayText(checkedInAt)];
  const isToday = day === dayText(new Date());
  return isToday ? `checked in at ${time}` : `checked in on ${day} at ${time}`;
}
