import { Form, Link, useNavigation } from "react-router";
import { Moment } from "#app/components/admin/moment.tsx";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { DELEGATE_STATUSES, type DelegateStatus, shownText } from "#app/vocabulary/delegate-status.ts";
import {
  type DelegateJson,
  preferredTrackName,
  REGISTRATION_TYPE_NAMES,
} from "#app/vocabulary/registration.ts";

/** Blue for a PR Pass, green for a Media Pass (specification, 9). */
const TONES = { pr_pass: "blue", media_pass: "green" } as const;

const STATUS_TONES: Record<DelegateStatus, string> = {
  pending: "yellow",
  confirmed: "green",
  declined: "red",
  cancelled: "grey",
  attended: "blue",
};

export type DeskDelegate = DelegateJson & { duplicate: { sameEmail: boolean; sameName: boolean } | null };

/** A delegate, and what can be done about them: `mail` stands before that, `history` at its end. */
export function DelegateCard({
  delegate,
  formId,
  filter,
  page,
  isSelected,
  mail,
  history,
}: {
  delegate: DeskDelegate;
  formId: string;
  /** What the desk shows: every action leads back to it. */
  filter: DelegateFilter;
  page: number;
  /** Whether the box was ticked in a form that came back. */
  isSelected: boolean;
  mail: React.ReactNode;
  history: React.ReactNode;
}) {
  const { id, name, email, phone, jobTitle, registrationType, outlet, workUrl } = delegate;
  const { favoredStream, status, notes, createdAt, reference, duplicate } = delegate;
  return (
    <li className="card flex min-w-0 flex-col p-5" data-tone={TONES[registrationType]}>
      <div className="flex gap-3">
        <label className="flex-none pt-0.5">
          <input
            // Who has been changed is not ticked any more.
            key={shownText(delegate)}
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
      <p className="wrap-anywhere text-muted">{jobTitle}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <a className="text-link wrap-anywhere" href={`mailto:${email}`}>
          {email}
        </a>
        {phone && (
          <a className="text-link wrap-anywhere" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
            {phone}
          </a>
        )}
      </p>
      {duplicate && <DuplicateNote name={name} email={email} {...duplicate} />}
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 text-base">
        {outlet && (
          <Fact name="Media Outlet" isWide={!workUrl}>
            {outlet}
          </Fact>
        )}
        {workUrl && (
          <Fact name="Published Work">
            <a className="text-link" href={workUrl} target="_blank" rel="noopener noreferrer nofollow">
              {hostOf(workUrl)}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </Fact>
        )}
        <Fact name="Status">
          <span className="badge capitalize" data-tone={STATUS_TONES[status]}>
            {status}
          </span>
        </Fact>
        <Fact name="Preferred Track">{preferredTrackName(favoredStream)}</Fact>
        <Fact name="Registered">
          <Moment at={createdAt} />
        </Fact>
        <Fact name="Reference">{formatReference(reference)}</Fact>
      </dl>
      {notes && (
        <p className="wrap-anywhere mt-3 whitespace-pre-line border-rule border-t pt-3 text-base">{notes}</p>
      )}
      {mail}
      <div className="mt-auto pt-4">
        <StatusForm delegate={delegate} formId={formId} action={deskAddress(filter, page)} />
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-base">
          <a className="text-link" href={deskAddress(NO_FILTER, 1, { export: String(id) })} download>
            Export personal data<span className="sr-only"> of {name}</span>
          </a>
          <Link
            id={`delete-${id}`}
            className="text-link"
            to={deskAddress(filter, page, { delete: String(id) })}
            preventScrollReset
          >
            Delete personal data<span className="sr-only"> of {name}</span>
          </Link>
          {history}
        </div>
      </div>
    </li>
  );
}

function Fact({
  name,
  isWide = false,
  children,
}: {
  name: string;
  /** Where nothing would stand beside it. */
  isWide?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={isWide ? "wrap-anywhere col-span-2" : "wrap-anywhere"}>
      <dt className="font-semibold text-muted text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
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

/** The site that a link leads to, for people; what is no address is shown as it is. */
const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
