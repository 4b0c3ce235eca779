import { HiddenFields, RowForm } from "#app/components/toast.tsx";
import { capitalise } from "#app/platform/text.ts";
import type { DoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";
import { findPass, passName } from "#app/vocabulary/pass.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

const WARNINGS: Partial<Record<DoorPerson["state"], string>> = {
  pending: "Still pending: no one has confirmed this registration.",
  waiting: "Waiting list: this person has no place yet.",
  declined: "Declined: this registration was turned down.",
  cancelled: "Cancelled: this registration was withdrawn.",
};

const statusText = ({ checkedIn, state }: DoorPerson) =>
  checkedIn ? capitalise(checkedIn) : (WARNINGS[state] ?? "Confirmed");

type PersonCardProps = { person: DoorPerson; action?: string };

export function PersonCard({ person, action }: PersonCardProps) {
  const { name, facts, registrationType, state, checkedIn, isUnpaid, reference } = person;
  const warningTone = state === "pending" ? "yellow" : "red";
  return (
    <li className="card min-w-0" data-tone={findPass(registrationType).tone}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="wrap-anywhere text-xl">{name}</h3>
        <span className="badge">{passName(registrationType)}</span>
      </div>
      <p className="wrap-anywhere text-muted">{facts.join(", ")}</p>
      <p className="text-base text-muted">Reference {formatReference(reference)}</p>
      <p className="badge mt-2" data-tone={checkedIn ? "green" : state in WARNINGS ? warningTone : "grey"}>
        {statusText(person)}
      </p>
      {isUnpaid && (
        <p className="badge mt-2" data-tone="red">
          Not paid
        </p>
      )}
      <CheckInForm person={person} action={action} />
    </li>
  );
}

/** 'Check in' is on the left and other buttons on the right, so a double click hits only one. */
function CheckInForm({ person: { id, name, state, isAsked, formId }, action }: PersonCardProps) {
  const isThere = state === "attended";
  // Someone on the waiting list has no place yet, so the first press only asks.
  const isDecision = state in WARNINGS && (state !== "waiting" || isAsked);
  const isFirst = !isThere && !isDecision;
  return (
    <RowForm action={action} className="mt-2 grid grid-cols-2 items-center gap-3">
      <HiddenFields intent={isThere ? "undo-check-in" : "check-in"} {...{ id, formId }} />
      {/* Status shown in the warning. If the status has changed, the form asks again. */}
      {isDecision && <input type="hidden" name="anyway" value={state} />}
      {!isFirst && <p className="text-center font-semibold">{isThere && "Checked in"}</p>}
      <button type="submit" className={isFirst ? "button px-0" : "small-button min-h-12 justify-center px-0"}>
        {isThere ? "Undo" : isDecision ? "Check in anyway" : "Check in"}
        <span className="sr-only">
          {isThere && " check-in"} {name}
        </span>
      </button>
    </RowForm>
  );
}
