import { useEffect, useRef, useState } from "react";
import { data, Form, href } from "react-router";
import { getActorName, helperContext } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { CAMERA_HEADERS } from "#app/http/security-headers.server.ts";
import { numberText } from "#app/platform/text.ts";
import { type DoorData, doorAction, loadDoor } from "#app/routes/admin/delegates/door/door.server.ts";
import { DoorScanner } from "#app/routes/admin/delegates/door/door-scanner.tsx";
import { PersonCard } from "#app/routes/admin/delegates/door/person-card.tsx";
import { refuseDelegateForm } from "#app/routes/admin/delegates/failures.ts";
import { DocumentLink } from "#app/routes/admin/ui-elements.tsx";
import type { Route } from "./+types/door";

export const headers: Route.HeadersFunction = () => CAMERA_HEADERS;

export async function loader({ request, context }: Route.LoaderArgs) {
  const isHelper = context.get(helperContext) !== null;
  const door = await loadDoor(new URL(request.url).searchParams, isHelper);
  return data({ door, isHelper }, { status: door ? 200 : 500 });
}

export const action = ({ request, context }: Route.ActionArgs) => doorAction(request, getActorName(context));

export const clientAction = withFormRecovery(refuseDelegateForm);

/** Check-in screen, designed for one thumb and a width of 360 px. */
export default function Door({ loaderData: { door, isHelper } }: Route.ComponentProps) {
  const subtitle = door && arrivalsText(door.arrivals);
  return (
    <AdminPage title="Check-in" subtitle={subtitle} hasBar={false} isForHelper={isHelper} isOwnDocument>
      {door ? (
        // Remounted after each response, to focus the control that is needed next.
        <Desk key={door.answerId} door={door} isHelper={isHelper} />
      ) : (
        <LoadFailure text="Failed to load delegates" href={href("/admin/delegates/door")} />
      )}
      <p className="mt-8 flex flex-wrap gap-x-6 border-rule border-t pt-3">
        {(!door || door.found === null) && (
          <DocumentLink href={href("/admin/delegates/walk-in")}>Add and check in</DocumentLink>
        )}
        {!isHelper && (
          <>
            <DocumentLink href={href("/admin/delegates")}>Registered Delegates</DocumentLink>
            <DocumentLink href={href("/admin/delegates/badges")}>Print badges</DocumentLink>
          </>
        )}
        <DocumentLink href={href("/admin/delegates/door-list")}>Print a list</DocumentLink>
      </p>
    </AdminPage>
  );
}

function arrivalsText(arrivals: DoorData["arrivals"]): string {
  const sum = (of: "checkedIn" | "expected") => arrivals.reduce((all, one) => all + one[of], 0);
  const all = `${numberText(sum("checkedIn"))} of ${numberText(sum("expected"))} checked in`;
  const passes = arrivals
    .filter(({ expected }) => expected > 0)
    .map((one) => `${one.name} ${numberText(one.checkedIn)} of ${numberText(one.expected)}`);
  return passes.length > 1 ? `${all}: ${passes.join(", ")}` : all;
}

type DoorProps = { door: DoorData; isHelper: boolean };

function Desk({ door, isHelper }: DoorProps) {
  // The results of another question than the one in the field must not be acted on.
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="max-w-3xl">
      <div className="relative gap-3 sm:flex sm:items-end">
        <SearchForm door={door} isHelper={isHelper} onType={(typed) => setAsking(typed !== door.query)} />
        <DoorScanner />
      </div>
      <div inert={isAsking} className={isAsking ? "opacity-40" : undefined}>
        <Results door={door} isHelper={isHelper} />
        {door.found !== null && (
          <p className="mt-4 mb-6">
            <a
              href={`${href("/admin/delegates/walk-in")}?${new URLSearchParams({ q: door.query })}`}
              className="small-button min-h-12 w-full justify-center"
            >
              Add and check in
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

const isReadyForNext = ({ found, isDone }: DoorData) => isDone || found === null || found.length === 0;

function SearchForm({ door, isHelper, onType }: DoorProps & { onType: (typed: string) => void }) {
  const isHydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response remounts the screen
  useEffect(() => {
    if (isHydrated && isReadyForNext(door)) field.current?.focus({ preventScroll: true });
    // A scanner types wherever the focus is. The character goes to the field that has it by then.
    const toField = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
      if (isText && !(target as Element).matches("input, select, textarea")) field.current?.focus();
    };
    document.addEventListener("keydown", toField);
    return () => document.removeEventListener("keydown", toField);
  }, []);
  return (
    <Form action={href("/admin/delegates/door")} role="search" className="mb-2 grow">
      <label htmlFor="q" className="block font-semibold">
        {isHelper ? "Name or reference" : "Name, email or reference"}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          ref={field}
          id="q"
          className="input min-w-0"
          name="q"
          type="search"
          // Typing replaces the selected query. Without JavaScript, a check-in empties the field.
          defaultValue={door.isDone && !isHydrated ? "" : door.query}
          // Does not use select(), which would scroll.
          onFocus={({ currentTarget: field }) => field.setSelectionRange(0, field.value.length)}
          onInput={({ currentTarget: { value } }) => onType(value)}
          maxLength={1_000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the user enters the next name immediately
          autoFocus={isReadyForNext(door) && !isHydrated}
        />
        <button type="submit" className="button flex-none">
          Find
        </button>
      </div>
    </Form>
  );
}

function Results({ door, isHelper }: DoorProps) {
  const { found } = door;
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading of the results, where a second Enter does nothing.
  const isRead = !isReadyForNext(door);
  const isHydrated = useHydrated();
  const wasPutByScript = useRef(isHydrated);
  useEffect(() => {
    // Browsers apply `autofocus` on page load, but React applies it only to form controls.
    if (isRead && wasPutByScript.current) heading.current?.focus();
  }, [isRead]);

  if (found === null) return null;
  const facts = isHelper ? ", or" : ", the email address, the phone number or";
  return (
    <section aria-labelledby="found">
      <h2
        ref={heading}
        id="found"
        tabIndex={-1}
        className="wrap-anywhere mb-1 font-semibold text-base"
        // biome-ignore lint/a11y/noAutofocus: the results are next, and Enter must not check anyone in
        autoFocus={isRead}
      >
        {resultsHeading(door)}
      </h2>
      {found.length === 0 && <p>{`Try part of the name${facts} the reference from the confirmation.`}</p>}
      <ul className="grid gap-4">
        {found.map((person) => (
          <PersonCard key={person.id} person={person} />
        ))}
      </ul>
      <PageLinks
        page={door.page}
        pageCount={door.pageCount}
        url={(page) => `${DOOR}?${new URLSearchParams({ q: door.query, page: String(page) })}`}
      />
    </section>
  );
}

function resultsHeading({ query, found, total, offset }: DoorData): string {
  const count = found?.length ?? 0;
  if (total > count) return `Showing ${offset + 1} to ${offset + count} of ${numberText(total)} people`;
  // A scanned private link is secret and too long to show.
  const wanted = query.length > 60 ? "this" : `“${query}”`;
  if (count === 0) return `No one found for ${wanted}`;
  return count === 1 ? "One person found" : `${count} people found`;
}

const DOOR = href("/admin/delegates/door");
