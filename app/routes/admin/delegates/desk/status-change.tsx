import { useEffect, useRef } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { numberText } from "#app/vocabulary/counted.ts";
import {
  countedDelegates,
  type DelegateStatus,
  STATUS_DONE,
  type StatusJob,
  statusChangeText,
} from "#app/vocabulary/delegate-status.ts";

type Desk = { filter: DelegateFilter; page: number };

/** What the change of status that the address tells of has done. */
export function StatusChange({
  change: told,
  formId,
  revision,
  ...desk
}: Desk & {
  change: StatusJob | null;
  formId: string;
  /** The last change of anybody's status that this page knows of. */
  revision: number;
}) {
  // Shown while the address names it: leaving it as it is asks nothing of the server.
  const change = useSearchParams()[0].get("change") === String(told?.id) ? told : null;
  if (!change) return null;
  if (change.asked > 0)
    return <Decision key={change.id} change={change} formId={formId} revision={revision} {...desk} />;
  return (
    change.changed > 0 && (
      <p className="card mb-6 max-w-4xl p-5" data-tone="green">
        {statusChangeText(change)}
      </p>
    )
  );
}

/** What is done to those who were left alone where it is decided so. */
const ANYWAY: Record<DelegateStatus, string> = {
  pending: "Set back to pending anyway",
  confirmed: "Confirm anyway",
  declined: "Decline anyway",
  cancelled: "Cancel the registration anyway",
  attended: "Mark as attended anyway",
};

/** Who was left alone, because they were not what the organiser had seen; one form does it all the same. */
function Decision({
  change: { id, status, changed, asked, leftAlone },
  formId,
  revision,
  filter,
  page,
}: Desk & { change: StatusJob; formId: string; revision: number }) {
  const isBusy = useNavigation().formData?.get("job") === String(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  useEffect(() => {
    // A document's own `autofocus` has been followed by then; React follows it for controls alone.
    if (wasPutByScript.current) heading.current?.focus();
  }, []);
  const screen = deskAddress(filter, page);
  const others = asked - leftAlone.length;
  // A line was written to one person alone.
  const noted = leftAlone.find(({ note }) => note !== null);
  return (
    <section className="card mb-6 max-w-4xl p-5" data-tone="yellow" aria-labelledby="left-alone">
      <h2
        ref={heading}
        id="left-alone"
        tabIndex={-1}
        className="text-xl"
        // biome-ignore lint/a11y/noAutofocus: what was not done is what has to be read first
        autoFocus
      >
        {countedDelegates(asked)} {asked === 1 ? "was" : "were"} not {STATUS_DONE[status]}
      </h2>
      <p className="mt-2">
        {asked === 1 ? "This one has" : "These have"} changed since you opened the page, so nothing was
        changed and no email was sent{changed > 0 ? "; the others were changed" : ""}.
      </p>
      <ul className="my-3 grid gap-1">
        {leftAlone.map((person) => (
          <li key={person.id} className="wrap-anywhere">
            {person.name} is <strong>{person.status}</strong> now
            {person.shown !== null && ` and was ${person.shown}`}{" "}
            <span className="whitespace-nowrap text-muted">({formatReference(person.reference)})</span>
          </li>
        ))}
        {others > 0 && <li>and {others === 1 ? "1 other" : `${numberText(others)} others`}</li>}
      </ul>
      <Form method="post" action={screen} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="scope" value="left" />
        <input type="hidden" name="job" value={id} />
        <input type="hidden" name="status" value={status} />
        {/* What is warned of here: who is something else by then is asked about again. */}
        <input type="hidden" name="seen" value={revision} />
        {noted && (
          <label className="basis-full">
            A line to {noted.name} <span className="text-muted">(optional)</span>
            <input
              name="note"
              className="input"
              maxLength={300}
              autoComplete="off"
              defaultValue={noted.note ?? ""}
            />
          </label>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {ANYWAY[status]}
        </button>
        <Link to={screen} className="text-link" preventScrollReset>
          Leave {asked === 1 ? "it" : "them"} as {asked === 1 ? "it is" : "they are"}
        </Link>
      </Form>
    </section>
  );
}
