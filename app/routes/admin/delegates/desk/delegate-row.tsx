// One row of the desk: a delegate, and below it all that is known of them.
import { useState } from "react";
import { Link } from "react-router";
import { dayShort } from "#app/conference/moment.ts";
import { capitalise } from "#app/platform/text.ts";
import {
  DelegateContact,
  DelegateFacts,
  DuplicateNote,
  STATUS_TONES,
} from "#app/routes/admin/delegates/delegate-facts.tsx";
import {
  DECISION_FORM,
  type Desk,
  type DeskDelegate,
  decisionText,
  isJudged,
} from "#app/routes/admin/delegates/desk/desk.ts";
import { RowActions } from "#app/routes/admin/delegates/desk/row-actions.tsx";
import { personAddress, rowId, rowNameId } from "#app/routes/admin/delegates/desk-address.ts";
import { MailBadge, MailState } from "#app/routes/admin/delegates/mail-state.tsx";
import { DELEGATE_STATUSES, shownText } from "#app/vocabulary/delegate-status.ts";
import { PASSES } from "#app/vocabulary/pass.ts";

/** Whose row has been folded out, for as long as the panel is open in this tab. */
const unfolded = new Set<number>();

/** One delegate: a line with what is looked for, all else below it, and what can be done beside it. */
export function DelegateRow({
  delegate,
  desk,
  selection,
  isSelected,
  typed,
  noteProblem,
}: {
  delegate: DeskDelegate;
  desk: Desk;
  /** Another number once what was ticked has been used. */
  selection: number;
  /** Whether the box was ticked in a form that came back. */
  isSelected: boolean;
  /** What was to be written to them, and what is wrong with it, where that form came back. */
  typed: string | null;
  noteProblem: string | undefined;
}) {
  const { id, name, outlet, jobTitle, registrationType, status, createdAt, mails, duplicate } = delegate;
  const [wasUnfolded] = useState(() => unfolded.has(id));
  const pass = PASSES[registrationType];
  return (
    <li
      id={rowId(id)}
      className="desk-row"
      data-tone={pass.tone}
      // For the keys: they are not to be judged any more.
      data-ended={pass.accredits && !isJudged(delegate) ? status : undefined}
    >
      <label className="desk-check">
        <input
          // Who has been changed is not ticked any more, and nobody is once the ticks have been used.
          key={`${selection} ${shownText(delegate)}`}
          // The next one has the focus, if this one had it.
          id={`${rowId(id)}-box`}
          type="checkbox"
          form="bulk"
          name="id"
          value={shownText(delegate)}
          defaultChecked={isSelected}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <span className="sr-only">Select {name}</span>
      </label>
      <details
        className="desk-person"
        open={wasUnfolded}
        onToggle={({ currentTarget }) => {
          if (!currentTarget.open) return unfolded.delete(id);
          unfolded.add(id);
          // By key: under a pointer nothing moves.
          if (currentTarget.querySelector(":scope > :focus-visible"))
            currentTarget.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
        }}
      >
        <summary id={rowNameId(id)} data-item-name="">
          <h2>{name}</h2>
          <span className="desk-outlet">{outlet ?? jobTitle}</span>
          <span className="desk-badges">
            <span className="badge">{pass.name}</span>
            <span className="badge capitalize" data-tone={STATUS_TONES[status]}>
              {status}
            </span>
            <MailBadge mails={mails} />
            {duplicate && (
              <span className="badge" data-tone="yellow">
                Duplicate?
              </span>
            )}
          </span>
          <time className="desk-date" dateTime={createdAt}>
            {dayShort(new Date(createdAt))}
          </time>
        </summary>
        <RowFacts delegate={delegate} desk={desk} />
      </details>
      <RowActions {...{ delegate, desk, typed, noteProblem }} />
    </li>
  );
}

/** What is folded out below a delegate's line: all that is known of them, their mail, and every status. */
function RowFacts({ delegate, desk }: { delegate: DeskDelegate; desk: Desk }) {
  const { id, name, email, duplicate, mails } = delegate;
  return (
    <div id={rowId(id, true)} className="desk-facts">
      <div className="min-w-0">
        <DelegateContact {...delegate} />
        <DuplicateNote name={name} email={email} duplicate={duplicate} />
        <DelegateFacts delegate={delegate} />
      </div>
      <div className="min-w-0">
        <StatusButtons delegate={delegate} sending={desk.sending} />
        <p className="my-4 text-base">
          <Link className="text-link" to={personAddress(id, desk.filter, desk.page)}>
            Edit, history and personal data<span className="sr-only"> of {name}</span>
          </Link>
        </p>
        {/* Last: an email that is on its way moves none of the buttons. */}
        <MailState
          delegateId={id}
          delegateName={name}
          mails={mails}
          action={desk.screen}
          formId={desk.formId}
        />
      </div>
    </div>
  );
}

/** Every status, a click each. The one they have stays in its place, so that the focus does: it was pressed a moment ago. */
function StatusButtons({ delegate, sending }: { delegate: DeskDelegate; sending: string | null }) {
  return (
    <fieldset className="text-base">
      <legend className="font-semibold text-muted text-sm">
        Change status<span className="sr-only"> of {delegate.name}</span> to
      </legend>
      <p className="mt-1 flex flex-wrap gap-2">
        {DELEGATE_STATUSES.map((status) => {
          const decision = decisionText(status, delegate, true);
          const isCurrent = status === delegate.status;
          return (
            <button
              key={status}
              type={isCurrent ? "button" : "submit"}
              form={DECISION_FORM}
              name="decision"
              value={decision}
              className="small-button"
              disabled={sending === decision}
              aria-disabled={isCurrent || undefined}
              aria-current={isCurrent || undefined}
            >
              {capitalise(status)}
            </button>
          );
        })}
      </p>
    </fieldset>
  );
}
