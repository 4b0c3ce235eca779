import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/load-failure.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import type { DoorData, DoorPerson } from "#app/routes/admin/delegates/door.server.ts";
import { DoorScanner } from "#app/routes/admin/delegates/door-scanner.tsx";

/** The check-in screen: one field, one button, the next person (issue 6, 3). Made for 360 px and a thumb. */
export function Door({ door }: { door: DoorData | null }) {
  const subtitle = door && `${number(door.counts.checkedIn)} of ${number(door.counts.expected)} checked in`;
  return (
    <AdminPage title="Check-in" subtitle={subtitle} isOwnDocument>
      {door ? (
        // Each answer is a new screen: the focus goes where the next step is, and the field is empty again.
        <div key={door.answerId} className="max-w-3xl">
          <SearchForm door={door} />
          <DoorScanner />
          <Results door={door} />
          {door.last && <LastPerson person={door.last} />}
        </div>
      ) : (
        <LoadFailure text="Failed to load delegates" href="/admin/delegates?door" />
      )}
      {/* Documents of their own: this one alone may use the camera. */}
      <p className="mt-8 flex flex-wrap gap-x-6 border-rule border-t pt-3">
        <DoorLink href="/admin/delegates">Registered Delegates</DoorLink>
        <DoorLink href="/admin/delegates?badges">Print badges</DoorLink>
      </p>
    </AdminPage>
  );
}

function DoorLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-link inline-flex min-h-12 items-center">
      {children}
    </a>
  );
}

const number = (value: number) => value.toLocaleString("en-AU");

function SearchForm({ door: { query, found } }: { door: DoorData }) {
  const isNext = found === null || found.length === 0;
  return (
    <Form action="/admin/delegates" role="search" className="mb-4">
      <input type="hidden" name="door" value="" />
      <label htmlFor="q" className="block font-semibold">
        Name, email or reference
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="q"
          className="input min-w-0"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={1_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the next person is typed at once, hundreds of times in an hour
          autoFocus={isNext}
        />
        <button type="submit" className="button flex-none">
          Find
        </button>
      </div>
    </Form>
  );
}

function Results({ door: { query, found, isMore } }: { door: DoorData }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What is found is read before anything is pressed, but for the one person who only has to be let in.
  const isRead =
    found !== null && found.length > 0 && !(found.length === 1 && found[0]?.status === "confirmed");
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  useEffect(() => {
    // A document's own `autofocus` has been followed by then; React follows it for controls alone.
    if (isRead && wasPutByScript.current) heading.current?.focus();
  }, [isRead]);

  if (found === null) return null;
  return (
    <section aria-labelledby="found">
      <h2
        ref={heading}
        id="found"
        tabIndex={-1}
        className="wrap-anywhere mb-3 text-xl"
        // biome-ignore lint/a11y/noAutofocus: what was found is what is read next; a decision is not a slip of Enter
        autoFocus={isRead}
      >
        {resultsHeading(query, found.length, isMore)}
      </h2>
      {found.length === 0 && (
        <p>Try part of the name, the email address or the reference from the confirmation.</p>
      )}
      <ul className="grid gap-4">
        {found.map((person) => (
          <PersonCard key={person.id} person={person} isOnly={found.length === 1} />
        ))}
      </ul>
    </section>
  );
}

function resultsHeading(query: string, count: number, isMore: boolean): string {
  if (isMore) return `More than ${count} people found. Type more of the name`;
  // A private link is a secret of somebody's, and too long to be read.
  const wanted = query.length > 60 ? "this" : `“${query}”`;
  if (count === 0) return `Nobody found for ${wanted}`;
  return count === 1 ? "One person found" : `${count} people found`;
}

/**
 * Whom the last form was about, in a row of its own shape: a second tap in the same place, meant for
 * 'Check in', must not land on what undoes it.
 */
function LastPerson({ person }: { person: DoorPerson }) {
  const { name, checkedIn, status, registrationType } = person;
  return (
    <section aria-labelledby="last">
      <h2 id="last" className="mb-3 text-xl">
        The last person
      </h2>
      <div className="card flex items-center justify-between gap-3" data-tone={TONES[registrationType]}>
        <p className="wrap-anywhere min-w-0">
          <span className="font-semibold">{name}</span>
          <br />
          {checkedIn ? capitalise(checkedIn) : (WARNINGS[status] ?? "Confirmed")}
        </p>
        <CheckInForm person={person} hasFocus={false} isSmall />
      </div>
    </section>
  );
}

/** What is said of somebody whom nobody has confirmed; to check them in is a decision. */
const WARNINGS: Partial<Record<DoorPerson["status"], string>> = {
  pending: "Still pending: nobody has confirmed this registration.",
  declined: "Declined: this registration was turned down.",
  cancelled: "Cancelled: this registration was withdrawn.",
};

const TONES = { pr_pass: "blue", media_pass: "green" } as const;

function PersonCard({ person, isOnly }: { person: DoorPerson; isOnly: boolean }) {
  const { name, jobTitle, outlet, type, registrationType, status, checkedIn, reference } = person;
  const warning = WARNINGS[status];
  return (
    <li className="card min-w-0" data-tone={TONES[registrationType]}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="wrap-anywhere text-xl">{name}</h3>
        <span className="badge">{type}</span>
      </div>
      <p className="wrap-anywhere text-muted">{outlet ? `${jobTitle}, ${outlet}` : jobTitle}</p>
      <p className="text-base text-muted">Reference {formatReference(reference)}</p>
      {warning ? (
        <p className="badge mt-2" data-tone={status === "pending" ? "yellow" : "red"}>
          {warning}
        </p>
      ) : (
        <p className="badge mt-2" data-tone={checkedIn ? "green" : "grey"}>
          {checkedIn ? capitalise(checkedIn) : "Confirmed"}
        </p>
      )}
      <CheckInForm person={person} hasFocus={isOnly && status === "confirmed"} />
    </li>
  );
}

function CheckInForm({
  person: { id, name, status, formId },
  hasFocus,
  isSmall = false,
}: {
  person: DoorPerson;
  hasFocus: boolean;
  isSmall?: boolean;
}) {
  const isBusy = useNavigation().formData?.get("id") === String(id);
  const isThere = status === "attended";
  const isDecision = status in WARNINGS;
  const looks = isSmall
    ? "small-button min-h-12"
    : isThere || isDecision
      ? "button button-quiet w-full"
      : "button w-full";
  return (
    <Form method="post" className={isSmall ? "flex-none" : "mt-3"}>
      <input type="hidden" name="intent" value={isThere ? "undo-check-in" : "check-in"} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="formId" value={formId} />
      {/* What the organiser was warned of: where it is something else by then, they are asked again. */}
      {isDecision && <input type="hidden" name="anyway" value={status} />}
      <button
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
