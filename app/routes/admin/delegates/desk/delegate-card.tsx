import { Form, Link, useNavigation } from "react-router";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { DelegateContact, DelegateFacts, PASS_TONES } from "#app/routes/admin/delegates/delegate-facts.tsx";
import { deskAddress, personAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { DELEGATE_STATUSES, shownText } from "#app/vocabulary/delegate-status.ts";
import { type DelegateJson, REGISTRATION_TYPE_NAMES } from "#app/vocabulary/registration.ts";

export type DeskDelegate = DelegateJson & { duplicate: { sameEmail: boolean; sameName: boolean } | null };

/** A delegate, and what can be done about them: `mail` stands before that. */
export function DelegateCard({
  delegate,
  formId,
  filter,
  page,
  selection,
  isSelected,
  mail,
}: {
  delegate: DeskDelegate;
  formId: string;
  /** What the desk shows: every action leads back to it. */
  filter: DelegateFilter;
  page: number;
  /** Another number once what was ticked has been used. */
  selection: number;
  /** Whether the box was ticked in a form that came back. */
  isSelected: boolean;
  mail: React.ReactNode;
}) {
  const { id, name, email, registrationType, duplicate } = delegate;
  return (
    <li className="card flex min-w-0 flex-col p-5" data-tone={PASS_TONES[registrationType]}>
      <div className="flex gap-3">
        <label className="flex-none pt-0.5">
          <input
            // Who has been changed is not ticked any more, and nobody is once the ticks have been used.
            key={`${selection} ${shownText(delegate)}`}
            type="checkbox"
            form="bulk"
            name="id"
            value={shownText(delegate)}
            defaultChecked={isSelected}
            className="size-6 accent-link"
          />
          <span className="sr-only">Select {name}</span>
        </label>
        <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="wrap-anywhere min-w-0 text-xl">{name}</h2>
          <span className="badge whitespace-nowrap">{REGISTRATION_TYPE_NAMES[registrationType]}</span>
        </div>
      </div>
      <DelegateContact {...delegate} />
      {duplicate && <DuplicateNote name={name} email={email} {...duplicate} />}
      <DelegateFacts delegate={delegate} />
      {mail}
      <div className="mt-auto pt-4">
        <StatusForm delegate={delegate} formId={formId} action={deskAddress(filter, page)} />
        <p className="mt-3 text-base">
          <Link className="text-link" to={personAddress(id, filter, page)}>
            History and personal data<span className="sr-only"> of {name}</span>
          </Link>
        </p>
      </div>
    </li>
  );
}

/** Says with what somebody else registered too, and leads to all of them. */
function DuplicateNote({
  name,
  email,
  sameEmail,
  sameName,
}: {
  name: string;
  email: string;
  sameEmail: boolean;
  sameName: boolean;
}) {
  const shared = sameEmail ? (sameName ? "name and email" : "email") : "name";
  return (
    <p className="mt-2 text-base">
      <span className="badge" data-tone="yellow">
        Possible duplicate
      </span>{" "}
      <Link className="text-link" to={deskAddress({ ...NO_FILTER, q: sameEmail ? email : name })}>
        Show all with this {shared}
      </Link>
    </p>
  );
}

/** One click for a journalist who waits for accreditation; for everybody the choice of a status. */
function StatusForm({
  delegate: { id, name, status, registrationType },
  formId,
  action,
}: {
  delegate: DeskDelegate;
  formId: string;
  action: string;
}) {
  const isBusy = useNavigation().formData?.get("id") === shownText({ id, status });
  const hidden = (
    <>
      <input type="hidden" name="formId" value={formId} />
      {/* What was shown of them: where it is something else by then, the organiser is asked. */}
      <input type="hidden" name="id" value={shownText({ id, status })} />
    </>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {registrationType === "media_pass" && status === "pending" && (
        <Form method="post" action={action} className="flex flex-wrap gap-2" preventScrollReset>
          {hidden}
          <button type="submit" name="status" value="confirmed" className="small-button" disabled={isBusy}>
            Accredit<span className="sr-only"> {name}</span>
          </button>
          <button type="submit" name="status" value="declined" className="small-button" disabled={isBusy}>
            Decline<span className="sr-only"> {name}</span>
          </button>
        </Form>
      )}
      <Form method="post" action={action} className="flex gap-2" preventScrollReset>
        {hidden}
        <select
          key={status}
          name="status"
          defaultValue={status}
          aria-label={`Status of ${name}`}
          className="small-button"
        >
          {DELEGATE_STATUSES.map((value) => (
            <option key={value} value={value}>
              {capitalise(value)}
            </option>
          ))}
        </select>
        <button type="submit" className="small-button" disabled={isBusy}>
          Change status<span className="sr-only"> of {name}</span>
        </button>
      </Form>
    </div>
  );
}
