import { data } from "react-router";
import { userContext } from "#app/auth.server.ts";
import { AdminPage } from "#app/components/admin-page.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { conference } from "#app/conference.ts";
import { attempt, fail } from "#app/http/admin-action.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { listDelegates, toDelegateJson } from "#app/models/delegate.server.ts";
import { type DelegateJson, preferredTrackName, REGISTRATION_TYPE_NAMES } from "#app/models/delegate.ts";
import { loadBadges } from "#app/routes/admin/delegates/badges.server.ts";
import { Badges } from "#app/routes/admin/delegates/badges.tsx";
import { actAtDoor, DOOR_FIELDS, loadDoor } from "#app/routes/admin/delegates/door.server.ts";
import { Door } from "#app/routes/admin/delegates/door.tsx";
import type { Route } from "./+types/delegates";

export const meta = () => [];

/**
 * Every delegate; with `?door` the check-in screen, with `?badges` the badges. Where they cannot be read
 * the screen says so instead of the whole panel failing.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("door")) {
    const door = await loadDoor(searchParams);
    return data({ screen: "door" as const, door }, { status: door ? 200 : 500 });
  }
  if (searchParams.has("badges")) {
    const badges = await loadBadges(searchParams);
    return data({ screen: "badges" as const, badges }, { status: badges ? 200 : 500 });
  }
  const read = await attempt(listDelegates);
  const delegates = read?.value.map(toDelegateJson) ?? null;
  return data({ screen: "list" as const, delegates }, { status: read ? 200 : 500 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, DOOR_FIELDS);
  const actor = context.get(userContext)?.email ?? "";
  return (await actAtDoor(form, actor)) ?? fail("/admin/delegates", "This form is not known here.");
}

export default function Delegates({ loaderData }: Route.ComponentProps) {
  if (loaderData.screen === "door") return <Door door={loaderData.door} />;
  if (loaderData.screen === "badges") return <Badges badges={loaderData.badges} />;
  return <DelegateList delegates={loaderData.delegates} />;
}

function DelegateList({ delegates }: { delegates: DelegateJson[] | null }) {
  return (
    <AdminPage
      title="Registered Delegates"
      subtitle={delegates && `${delegates.length} total registrations`}
      actions={
        // A document of its own: only that one may use the camera.
        <a href="/admin/delegates?door" className="button">
          Check in
        </a>
      }
    >
      {delegates === null ? (
        <LoadFailure text="Failed to load delegates" href="/admin/delegates" />
      ) : delegates.length === 0 ? (
        <p>No delegates registered yet</p>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {delegates.map((delegate) => (
            <DelegateCard key={delegate.id} delegate={delegate} />
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

/** Blue for a PR Pass, green for a Media Pass (specification, 9). */
const TONES = { pr_pass: "blue", media_pass: "green" } as const;

function DelegateCard({ delegate }: { delegate: DelegateJson }) {
  const { name, email, phone, jobTitle, registrationType, favoredStream, status, notes, createdAt } =
    delegate;
  return (
    <li className="card min-w-0 p-5" data-tone={TONES[registrationType]}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="wrap-anywhere text-xl">{name}</h2>
        <span className="badge">{REGISTRATION_TYPE_NAMES[registrationType]}</span>
      </div>
      <p className="wrap-anywhere text-muted">{jobTitle}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <a className="text-link wrap-anywhere" href={`mailto:${email}`}>
          {email}
        </a>
        {phone && (
          <a className="text-link" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
            {phone}
          </a>
        )}
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-base sm:grid-cols-3">
        <Fact name="Preferred Track">{preferredTrackName(favoredStream)}</Fact>
        <Fact name="Status">
          <span className="capitalize">{status}</span>
        </Fact>
        <Fact name="Registered">
          <time dateTime={createdAt}>{formatRegistered(createdAt)}</time>
        </Fact>
      </dl>
      {notes && (
        <p className="wrap-anywhere mt-3 whitespace-pre-line border-rule border-t pt-3 text-base">{notes}</p>
      )}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-muted text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const REGISTERED = new Intl.DateTimeFormat("en-AU", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: conference.timeZone,
});

/** The date and time of a registration in the conference's own zone, the en-AU way. */
function formatRegistered(timestamp: string): string {
  // Browsers and servers differ in the space before am and pm; one of them keeps hydration quiet.
  return REGISTERED.format(new Date(timestamp)).replace(/\u202f/g, " ");
}
