// What the forms of the desk do. All of them come back to the page of the desk that they were sent from.
import { createHash } from "node:crypto";
import { attempt, fail, succeed } from "#app/http/admin-action.server.ts";
import { readFormId, readListForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { deletePersonalData } from "#app/models/delegate-personal-data.server.ts";
import { listMatchingIds } from "#app/models/delegate-search.server.ts";
import { changeStatus } from "#app/models/delegate-status.server.ts";
import { DELEGATE_STATUSES, type DelegateStatus } from "#app/models/delegate-status.ts";
import { sendAgain } from "#app/models/outbox.server.ts";
import { formatReference } from "#app/models/reference.ts";
import { deskAddress, readDesk } from "#app/routes/admin/delegates/desk-address.ts";
import { FAILURES } from "#app/routes/admin/delegates/failures.ts";

const FIELDS = ["intent", "formId", "delegate", "status", "scope", "shown", "latest"];

/** Carries out a form of the desk, for the organiser with this address. */
export async function deskAction(request: Request, actor: string): Promise<Response> {
  const { filter, page } = readDesk(new URL(request.url).searchParams);
  const screen = deskAddress(filter, page);
  const { form, list } = await readListForm(request, FIELDS, "id");
  const delegate = parseId(form.get("delegate") ?? "");

  if (form.get("intent") === "delete") return deleteData(screen, delegate ?? 0, actor);
  if (form.get("intent") === "send-again") return sendMailAgain(screen, delegate ?? 0, actor);

  const status = DELEGATE_STATUSES.find((known) => known === form.get("status"));
  if (!status) return fail(screen, "Choose a status first.");
  const formId = oneTimeId(form, list);
  if (form.get("intent") !== "bulk") {
    return change(screen, delegate === null ? [] : [delegate], status, actor, formId);
  }
  const scope = form.get("scope");
  if (scope === "all") {
    const read = await attempt(() => listMatchingIds(filter, parseId(form.get("latest") ?? "") ?? 0));
    return read ? change(screen, read.value, status, actor, formId) : fail(screen, FAILURES.status);
  }
  const ids = parseIds(scope === "page" ? (form.get("shown") ?? "").split(",") : list);
  if (ids.length === 0) return fail(screen, "Select at least one delegate first.");
  return change(screen, ids, status, actor, formId);
}

async function sendMailAgain(screen: string, delegate: number, actor: string): Promise<Response> {
  const sent = await attempt(() => sendAgain(delegate, actor));
  if (!sent) return fail(screen, FAILURES["send-again"]);
  return sent.value > 0
    ? succeed(screen, "The mail is on its way again.")
    : fail(screen, "There is no mail to send again: it has gone out, or the delegate was deleted.");
}

const parseIds = (texts: string[]): number[] => [...new Set(texts.flatMap((text) => parseId(text) ?? []))];

/**
 * The page has one id for all of its forms, and each of them may be used once: so what is asked for is
 * part of it. Two clicks on the same button are one intent, on two buttons they are two.
 */
const oneTimeId = (form: URLSearchParams, list: string[]): string =>
  `${readFormId(form)}:${createHash("sha256").update(`${form}&${list}`).digest("base64url").slice(0, 22)}`;

/** What has become of them, after how many of them there are. */
const DONE: Record<DelegateStatus, string> = {
  pending: "set back to pending",
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: "marked as attended",
};

async function change(
  screen: string,
  ids: number[],
  status: DelegateStatus,
  actor: string,
  formId: string,
): Promise<Response> {
  const changed = await attempt(() => changeStatus(ids, status, actor, formId));
  if (!changed) return fail(screen, FAILURES.status);
  if (changed.value === 0)
    return fail(screen, `Nothing changed: no delegate was left to be ${DONE[status]}.`);
  const who = changed.value === 1 ? "1 delegate" : `${changed.value.toLocaleString("en-AU")} delegates`;
  return succeed(screen, `${who} ${DONE[status]}.`);
}

async function deleteData(screen: string, id: number, actor: string): Promise<Response> {
  const deleted = await attempt(() => deletePersonalData(id, actor));
  if (!deleted) return fail(screen, FAILURES.delete);
  if (!deleted.value) return fail(screen, "This delegate has been deleted in the meantime.");
  const { reference, isScrubbed } = deleted.value;
  return succeed(
    screen,
    `Personal data of registration ${formatReference(reference)} deleted.${isScrubbed ? "" : ` ${TRACES}`}`,
  );
}

const TRACES =
  "Another program was reading the database, so traces stay in its files until this site is restarted.";
