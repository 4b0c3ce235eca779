// What delegates change by their own link (docs/decisions/lists-and-desk.md).
import { momentInWords } from "#app/conference/date-text.ts";
import { CHANGES_UNTIL, currentSiteTime } from "#app/conference/day.server.ts";
import type { Db } from "#app/db/connection.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import { type CorrectionResult, correctIfAsSeen } from "#app/models/delegate/correct-registration.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { canCancel, findByLink } from "#app/models/delegate/private-link.server.ts";
import { type TransferResult, transferInTransaction } from "#app/models/delegate/transfer.server.ts";
import { findPass, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import type { AnswerColumn, Registration } from "#app/vocabulary/registration.ts";

export type OwnChange = "edit" | "pass-on";

const isAccredited = ({ status, registrationType }: Delegate): boolean =>
  findPass(registrationType).isPress && (status === "confirmed" || status === "attended");

/**
 * The answers that only organisers can change. A new address would end this link at once, so a typing
 * error would give the registration to a stranger. Accreditation belongs to a journalist and their work.
 */
export const listLockedFields = (delegate: Delegate): AnswerColumn[] =>
  isAccredited(delegate)
    ? ["registrationType", "name", "email", "outlet", "workUrl"]
    : ["registrationType", "email"];

/** Says in a sentence why the delegate cannot make the change, or returns null if they can. */
export function whyNot(change: OwnChange, delegate: Delegate): string | null {
  const done = change === "edit" ? "changed" : "passed on";
  if (currentSiteTime() >= CHANGES_UNTIL)
    return `Registrations could be ${done} here until ${momentInWords(CHANGES_UNTIL)}.`;
  const { status, registrationType } = delegate;
  const isCheckedIn = status === "attended";
  if (!canCancel(delegate) && !(isCheckedIn && change === "edit"))
    return `This registration is ${isCheckedIn ? "checked in" : status}, so it can’t be ${done}.`;
  if (change === "edit") return null;
  if (isAccredited(delegate)) return "An accreditation is personal, so this pass can’t be passed on.";
  return registrationType === SPEAKER_PASS ? "A speaker’s pass can’t be passed on." : null;
}

type Sent = { token: string; formId: string };

/** Corrects all answers that are not locked. `seen` is the `answersVersion` that the form showed. */
export const correctByLink = (answers: Registration, seen: string, sent: Sent): Promise<CorrectionResult> =>
  runByLink("edit", "corrected", sent, (tx, delegate, changesetId) => {
    const locked = listLockedFields(delegate).map((name) => [name, delegate[name]]);
    const corrected = { ...answers, ...Object.fromEntries(locked) };
    return correctIfAsSeen(tx, delegate, corrected, { seen, changesetId });
  });

export const transferByLink = (next: Registration, sent: Sent): Promise<TransferResult | NotFound> =>
  runByLink("pass-on", "transferred", sent, (tx, former, changesetId) =>
    transferInTransaction(tx, former, next, changesetId),
  );

type NotFound = { ok: false; reason: "notFound" };

/** Finds the registration within the transaction, because the link or its rights may have changed since. */
const runByLink = <Done>(
  change: OwnChange,
  action: string,
  { token, formId }: Sent,
  write: (tx: Db, delegate: Delegate, changesetId: number) => Done,
): Promise<Done | NotFound> =>
  runChangeset({ actor: "delegate", formId }, action, (tx, changesetId): Done | NotFound => {
    const delegate = findByLink(tx, token);
    if (!delegate || whyNot(change, delegate)) return { ok: false, reason: "notFound" };
    return write(tx, delegate, changesetId);
  });
