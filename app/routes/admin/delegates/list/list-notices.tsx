import { useEffect, useRef } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { backgroundRefreshAddress } from "#app/http/navigation-failure.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { type ListedDelegate, REFRESH_S } from "#app/routes/admin/delegates/list/list-state.ts";
import { listAddress } from "#app/routes/admin/delegates/list-address.ts";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";
import {
  type DelegateStatus,
  delegateCountText,
  STATUS_CHANGE_WORDS,
  type StatusChangeSummary,
} from "#app/vocabulary/delegate-status.ts";
import { countText, numberText } from "#app/vocabulary/number-text.ts";

type Desk = { filter: DelegateFilter; page: number };

type SkippedDelegatesProps = Desk & { change: StatusChangeSummary; formId: string; revision: number };

const ANYWAY: Record<DelegateStatus, string> = {
  pending: "Set back to pending anyway",
  confirmed: "Confirm anyway",
  declined: "Decline anyway",
  cancelled: "Cancel the registration anyway",
  attended: "Mark as attended anyway",
};

/** Lists delegates skipped because their status had changed, with a form to change them anyway. */
export function SkippedDelegates({ change, formId, revision, filter, page }: SkippedDelegatesProps) {
  const { id, status, changed, asked, skipped } = change;
  const isBusy = useNavigation().formData?.get("job") === String(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  useEffect(() => {
    // Browsers apply `autofocus` on page load, but React applies it only to form controls.
    if (wasPutByScript.current) heading.current?.focus();
  }, []);
  const screen = listAddress(filter, page);
  const others = asked - skipped.length;
  const noted = skipped.find(({ note }) => note !== null);
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
        // biome-ignore lint/a11y/noAutofocus: the user must review the unfinished change
        autoFocus
      >
        {delegateCountText(asked)} {asked === 1 ? "was" : "were"} not {STATUS_CHANGE_WORDS[status]}
      </h2>
      <p className="mt-2">
        Their status has changed since you opened the page. It was not changed again, and no email was sent.
        {changed > 0 && " The other delegates were changed."}
      </p>
      <ul className="my-3 grid gap-1">
        {skipped.map((person) => (
          <li key={person.id} className="wrap-anywhere">
            {person.name} is now <strong>{person.status}</strong>
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
            Note to {noted.name} <span className="text-muted">(optional)</span>
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

export type MailProgress = {
  waiting: number;
  leaving: number;
  delegates: Pick<ListedDelegate, "id" | "mails">[];
};

type WaitingMailProps = {
  waiting: number;
  leaving: number;
  isWatching: boolean;
  address: string;
  onSeen: (seen: MailProgress) => void;
};

/** Number of unsent emails. It is shown even if it is 0, so the list does not move. */
export function WaitingMail({ isWatching, address, onSeen, ...known }: WaitingMailProps) {
  const { data, state, load } = useFetcher<{ found: MailProgress | null } | null>();
  const seen = (data?.found ?? null) as MailProgress | null;
  // False after a failed request, because `data` is then null.
  const isGoingOn = data !== null && (seen ?? known).leaving > 0;
  useEffect(() => {
    if (state !== "idle" || !isGoingOn) return;
    const timer = setTimeout(() => load(backgroundRefreshAddress(address)), REFRESH_S * 1000);
    return () => clearTimeout(timer);
  }, [state, isGoingOn, load, address]);
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  return (
    <span role={isWatching ? "status" : undefined} className="tabular-nums">
      <span aria-hidden="true">· </span>
      {countText((seen ?? known).waiting, "email")} waiting
    </span>
  );
}
