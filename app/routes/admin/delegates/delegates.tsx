import { data } from "react-router";
import { AdminPage } from "#app/components/admin-page.tsx";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { conference } from "#app/conference.ts";
import { attempt } from "#app/http/admin-action.server.ts";
import { listDelegates, toDelegateJson } from "#app/models/delegate.server.ts";
import { type DelegateJson, preferredTrackName, REGISTRATION_TYPE_NAMES } from "#app/models/delegate.ts";
import type { Route } from "./+types/delegates";

export const meta = () => [];

/** Every delegate; where they cannot be read the screen says so instead of the whole panel failing. */
export async function loader() {
  const read = await attempt(listDelegates);
  return data({ delegates: read?.value.map(toDelegateJson) ?? null }, { status: read ? 200 : 500 });
}

export default function Delegates({ loaderData: { delegates } }: Route.ComponentProps) {
  return (
    <AdminPage title="Registered Delegates" subtitle={delegates && `${delegates.length} total registrations`}>
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
