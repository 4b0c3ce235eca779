// What the forms of the desk do. All of them come back to the page of the desk that they were sent from.
import {
  redirectWithError,
  redirectWithSuccess,
  tryOrLog,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { oneTimeId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { placeOf } from "#app/http/return-place.ts";
import { getDelegate } from "#app/models/delegate/delegate.server.ts";
import type { ListMoment } from "#app/models/delegate/filter.ts";
import { undoStatusJob } from "#app/models/delegate/status-undo.server.ts";
import { changeStatus } from "#app/routes/admin/delegates/desk/change-status.server.ts";
import { deskAddress, readDesk, rowId } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";
import { type DelegateButton, mailAction } from "#app/routes/admin/delegates/mail-action.server.ts";
import { countedDelegates, readShown } from "#app/vocabulary/delegate-status.ts";

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

  const sent = await mailAction(form, screen, button);
  if (sent) return sent;
  if (form.get("intent") === "undo") {
    return undoChange(
      placeOf(screen, form, button.delegate || null),
      parseId(form.get("change") ?? "") ?? 0,
      button,
    );
  }
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

async function undoChange(
  screen: string,
  change: number,
  { actor, formId }: DelegateButton,
): Promise<Response> {
  const undone = await tryOrLog(() => undoStatusJob(change, actor, formId));
  if (!undone) return redirectWithError(screen, FAILURES.undo);
  if (!undone.value.ok) return redirectWithError(screen, UNDO_REFUSALS.over);
  const { restored, only, left } = undone.value;
  const others =
    left === 0 ? "" : ` ${countedDelegates(left)} had been changed again and stayed as they are.`;
  const whom = (only !== null && (await getDelegate(only))?.name) || countedDelegates(restored);
  return redirectWithSuccess(screen, `Undone for ${whom}. No email was sent.${others}`);
}
