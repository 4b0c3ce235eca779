import { useEffect, useRef } from "react";
import { Form, useFetcher, useNavigation, useSearchParams } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { backgroundRefreshAddress } from "#app/http/navigation-failure.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { type DeskDelegate, LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { counted, numberText } from "#app/vocabulary/counted.ts";
import {
  type ChangedStatus,
  countedDelegates,
  type DelegateStatus,
  STATUS_DONE,
} from "#app/vocabulary/delegate-status.ts";

type Desk = { filter: DelegateFilter; page: number };

type StatusChangeProps = Desk & { change: ChangedStatus | null; formId: string; revision: number };

/** The delegates whom a change left alone, over the list, while the address names the change. */
export function StatusChange({ change, ...desk }: StatusChangeProps) {
  const isWanted = useSearchParams()[0].get("change") === String(change?.id);
  return isWanted && change && change.asked > 0 ? (
    <Decision key={change.id} change={change} {...desk} />
  ) : null;
}

const ANYWAY: Record<DelegateStatus, string> = {
  pending: "Set back to pending anyway",
  confirmed: "Confirm anyway",
  declined: "Decline anyway",
  cancelled: "Cancel the registration anyway",
  attended: "Mark as attended anyway",
};

/** The people left alone, because they were not what the organiser had seen; one form changes them anyway. */
function Decision({ change, formId, revision, filter, page }: StatusChangeProps & { change: ChangedStatus }) {
  const { id, status, changed, asked, leftAlone } = change;
  const isBusy = useNavigation().formData?.get("job") === String(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  useEffect(() => {
    // A document follows its own `autofocus`; React does so for controls alone.
    if (wasPutByScript.current) heading.current?.focus();
  }, []);
  const screen = deskAddress(filter, page);
  const others = asked - leftAlone.length;
  const noted = leftAlone.find(({ note }) => note !== null);
  return (
    <section
      className="card absolute inset-x-(--gutter) top-full max-w-2xl p-5 shadow-xl"
      data-tone="yellow"
      aria-labelledby="left-alone"
    >
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
        <TextLink to={screen} preventScrollReset>
          Leave {asked === 1 ? "it" : "them"} as {asked === 1 ? "it is" : "they are"}
        </TextLink>
      </Form>
    </section>
  );
}

export type Seen = { waiting: number; leaving: number; delegates: Pick<DeskDelegate, "id" | "mails">[] };

type WaitingMailProps = {
  waiting: number;
  leaving: number;
  isWatching: boolean;
  address: string;
  onSeen: (seen: Seen) => void;
};

/** The number has its place even at none, so that the list below does not move. */
export function WaitingMail({ isWatching, address, onSeen, ...known }: WaitingMailProps) {
  const { data, state, load } = useFetcher<{ found: Seen | null } | null>();
  const seen = (data?.found ?? null) as Seen | null;
  // Null is a look that failed: the last one.
  const isGoingOn = data !== null && (seen ?? known).leaving > 0;
  useEffect(() => {
    if (state !== "idle" || !isGoingOn) return;
    const timer = setTimeout(() => load(backgroundRefreshAddress(address)), LOOK_AGAIN_S * 1000);
    return () => clearTimeout(timer);
  }, [state, isGoingOn, load, address]);
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  return (
    <span role={isWatching ? "status" : undefined} className="tabular-nums">
      <span aria-hidden="true">· </span>
      {counted((seen ?? known).waiting, "email")} waiting
    </span>
  );
}
