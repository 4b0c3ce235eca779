import { useState } from "react";
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
  type DeskDelegate,
  decisionText,
  isJudged,
} from "#app/routes/admin/delegates/desk/desk.ts";
import { RowActions, type RowProps } from "#app/routes/admin/delegates/desk/row-actions.tsx";
import { personAddress, rowId, rowNameId } from "#app/routes/admin/delegates/desk-address.ts";
import { MailBadge, MailState } from "#app/routes/admin/delegates/mail-state.tsx";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { DELEGATE_STATUSES, shownText } from "#app/vocabulary/delegate-status.ts";
import { passOf } from "#app/vocabulary/pass.ts";
import { organisationOf } from "#app/vocabulary/passes-in-panel.ts";

/** The rows folded out, for as long as the panel is open in this tab. */
const unfolded = new Set<number>();

type DelegateRowProps = RowProps & { selection: number; isSelected: boolean };

export function DelegateRow({ delegate, desk, selection, isSelected, typed, noteProblem }: DelegateRowProps) {
  const { id, name, jobTitle, registrationType, status, createdAt, mails, duplicate } = delegate;
  const [wasUnfolded] = useState(() => unfolded.has(id));
  const pass = passOf(registrationType);
  return (
    <li
      id={rowId(id)}
      className="desk-row"
      data-tone={pass.tone}
      // The keys read it: the delegate is not to be judged any more.
      data-ended={pass.accredits && !isJudged(delegate) ? status : undefined}
    >
      <label className="desk-check">
        <input
          // A new box, unticked, after a change of the delegate and after the ticks have been used.
          key={`${selection} ${shownText(delegate)}`}
          // The id hands the focus to the new box.
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
          // Only a key scrolls: under a pointer nothing moves.
          if (currentTarget.querySelector(":scope > :focus-visible"))
            currentTarget.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
        }}
      >
        <summary id={rowNameId(id)} data-item-name="">
          <h2>{name}</h2>
          <span className="desk-outlet">{organisationOf(delegate) ?? jobTitle}</span>
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

function RowFacts({ delegate, desk }: Pick<RowProps, "delegate" | "desk">) {
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
          <TextLink to={personAddress(id, desk.filter, desk.page)}>
            Edit, history and personal data<span className="sr-only"> of {name}</span>
          </TextLink>
        </p>
        {/* Last: an email on its way moves none of the buttons. */}
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

/** The current status stays in its place, and so does the focus. */
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
