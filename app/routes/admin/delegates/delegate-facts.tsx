import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { Badge } from "#app/components/buttons-and-badge.tsx";
import { momentText } from "#app/conference/date-text.ts";
import type { DuplicateMatch } from "#app/models/delegate/duplicates.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { toAsciiDigits } from "#app/models/delegate/search-text.ts";
import { listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";
import { decisionWords, statusName } from "#app/vocabulary/admin-passes.ts";
import { type DelegateState, groupName, paymentOf, stateOf } from "#app/vocabulary/delegate-status.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import {
  type DelegateJson,
  fieldLabel,
  formatReference,
  getAnswerText,
  listFields,
  preferredTrackName,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

export const STATUS_TONES: Record<DelegateState, string> = {
  pending: "yellow",
  waiting: "grey",
  confirmed: "green",
  declined: "grey",
  cancelled: "grey",
  attended: "blue",
};

function Contact({ jobTitle, email, phone }: DelegateJson) {
  return (
    <>
      {jobTitle && <p className="wrap-anywhere text-muted">{jobTitle}</p>}
      <p className="mt-2 flex flex-wrap gap-x-6">
        {email && (
          <a
            className="text-link wrap-anywhere"
            href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
          >
            {email}
          </a>
        )}
        {phone && (
          <a className="text-link wrap-anywhere" href={`tel:${toAsciiDigits(phone).replace(/[^\d+]/g, "")}`}>
            {phone}
          </a>
        )}
      </p>
    </>
  );
}

const FIELDS_WITH_LAYOUT: RegistrationField[] = [
  "registrationType",
  "name",
  "email",
  "phone",
  "jobTitle",
  "favoredStream",
  "workUrl",
  "notes",
];
export type ShownDelegate = DelegateJson & { comingAt: string | null };
type DelegateFactsProps = { delegate: ShownDelegate; duplicate: DuplicateMatch | null };

export function DelegateFacts({ delegate, duplicate }: DelegateFactsProps) {
  const others = listFields(delegate).flatMap((field) => {
    const text = FIELDS_WITH_LAYOUT.includes(field) ? null : getAnswerText(delegate, field);
    return text === null ? [] : [{ name: fieldLabel(field), text }];
  });
  if (delegate.comingAt)
    others.push({ name: "Said they’re coming", text: momentText(new Date(delegate.comingAt)) });
  const { registrationType, workUrl, favoredStream, createdAt, reference, notes } = delegate;
  const state = stateOf(delegate);
  const payment = paymentOf(delegate);
  return (
    <>
      <Contact {...delegate} />
      {duplicate && <DuplicateNote {...delegate} duplicate={duplicate} />}
      <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(max(10rem,50%-0.5rem),1fr))] gap-x-4 gap-y-2 text-base">
        {others.map(({ name, text }, index) => (
          <Fact key={name} name={name} isWide={!workUrl && index % 2 === 0 && index === others.length - 1}>
            {text}
          </Fact>
        ))}
        {workUrl && (
          <Fact name={decisionWords([registrationType]).work}>
            <PublishedWorkLink href={workUrl} />
          </Fact>
        )}
        <Fact name="Status">
          <Badge tone={STATUS_TONES[state]}>{statusName(state, [registrationType])}</Badge>{" "}
          {delegate.place === "offered" && "A place is offered."}
          {delegate.place === "ended" && "The offer of a place has ended."}
        </Fact>
        {payment && <Fact name="Payment">{groupName(payment)}</Fact>}
        {TRACKS.length > 0 && <Fact name="Preferred Track">{preferredTrackName(favoredStream)}</Fact>}
        <Fact name="Registered">
          <Timestamp at={createdAt} />
        </Fact>
        <Fact name="Reference">{formatReference(reference)}</Fact>
      </dl>
      {notes && (
        <p className="wrap-anywhere mt-3 whitespace-pre-line border-rule border-t pt-3 text-base">{notes}</p>
      )}
    </>
  );
}

export function PublishedWorkLink({ href }: { href: string }) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {hostOf(href)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type FactProps = { name: string; isWide?: boolean; children: React.ReactNode };

const Fact = ({ name, isWide = false, children }: FactProps) => (
  <div className={isWide ? "wrap-anywhere col-span-full" : "wrap-anywhere"}>
    <dt className="font-semibold text-muted text-sm">{name}</dt>
    <dd className="whitespace-pre-line">{children}</dd>
  </div>
);

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url);

function DuplicateNote({ name, email, duplicate }: DelegateJson & { duplicate: DuplicateMatch }) {
  const { sameEmail, sameName } = duplicate;
  const shared = sameEmail ? (sameName ? "name and email" : "email") : "name";
  return (
    <p className="mt-2 text-base">
      <Badge tone="yellow">Possible duplicate</Badge>{" "}
      <TextLink to={listUrl({ ...NO_FILTER, q: (sameEmail && email) || name })}>
        Show all with this {shared}
      </TextLink>
    </p>
  );
}
