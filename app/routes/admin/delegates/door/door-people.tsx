import { Form, useNavigation } from "react-router";
import { useGivenFocus } from "#app/components/focus.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { capitalise } from "#app/platform/text.ts";
import type { DoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";
import { passName, passOf } from "#app/vocabulary/pass.ts";

/** A row of its own shape: a second tap meant for 'Check in' must not land on its undo. */
export function LastPerson({ person }: { person: DoorPerson }) {
  return (
    <section aria-labelledby="last">
      <h2 id="last" className="mb-3 text-xl">
        The last person
      </h2>
      <div
        className="card flex flex-wrap items-center gap-3"
        data-tone={passOf(person.registrationType).tone}
      >
        <p className="wrap-anywhere min-w-0 grow basis-56">
          <span className="font-semibold">{person.name}</span>
          <br />
          {standingOf(person)}
        </p>
        <CheckInForm person={person} hasFocus={false} isSmall />
      </div>
    </section>
  );
}

const WARNINGS: Partial<Record<DoorPerson["status"], string>> = {
  pending: "Still pending: no one has confirmed this registration.",
  declined: "Declined: this registration was turned down.",
  cancelled: "Cancelled: this registration was withdrawn.",
};

const standingOf = ({ checkedIn, status }: DoorPerson) =>
  checkedIn ? capitalise(checkedIn) : (WARNINGS[status] ?? "Confirmed");

type PersonCardProps = { person: DoorPerson; isOnly: boolean; action?: string };

export function PersonCard({ person, isOnly, action }: PersonCardProps) {
  const { name, jobTitle, outlet, registrationType, status, checkedIn, reference } = person;
  const warningTone = status === "pending" ? "yellow" : "red";
  return (
    <li className="card min-w-0" data-tone={passOf(registrationType).tone}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="wrap-anywhere text-xl">{name}</h3>
        <span className="badge">{passName(registrationType)}</span>
      </div>
      <p className="wrap-anywhere text-muted">{[jobTitle, outlet].filter(Boolean).join(", ")}</p>
      <p className="text-base text-muted">Reference {formatReference(reference)}</p>
      <p className="badge mt-2" data-tone={checkedIn ? "green" : status in WARNINGS ? warningTone : "grey"}>
        {standingOf(person)}
      </p>
      <CheckInForm person={person} hasFocus={isOnly && status === "confirmed"} action={action} />
    </li>
  );
}

type CheckInProps = {
  person: DoorPerson;
  hasFocus: boolean;
  isSmall?: boolean;
  action?: string | undefined;
};

function CheckInForm({ person, hasFocus, isSmall = false, action }: CheckInProps) {
  const { id, name, status, formId } = person;
  const isBusy = useNavigation().formData?.get("id") === String(id);
  // A double Enter in the search would check in a person unseen.
  const button = useGivenFocus<HTMLButtonElement>(hasFocus);
  const isThere = status === "attended";
  const isDecision = status in WARNINGS;
  const looks = isSmall
    ? "small-button min-h-12"
    : isThere || isDecision
      ? "button button-quiet w-full"
      : "button w-full";
  return (
    <Form method="post" action={action} className={isSmall ? "flex-none" : "mt-3"}>
      <input type="hidden" name="intent" value={isThere ? "undo-check-in" : "check-in"} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="formId" value={formId} />
      {/* The warning shown: where the status is another by then, the form asks again. */}
      {isDecision && <input type="hidden" name="anyway" value={status} />}
      <button
        ref={button}
        type="submit"
        className={looks}
        disabled={isBusy}
        // biome-ignore lint/a11y/noAutofocus: one person is found, so the next step is this button
        autoFocus={hasFocus}
      >
        {isThere ? "Undo check-in" : isDecision ? "Check in anyway" : "Check in"}
        <span className="sr-only">{name}</span>
      </button>
    </Form>
  );
}
