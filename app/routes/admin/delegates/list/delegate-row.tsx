import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { ReturnField, UndoButton } from "#app/components/toast.tsx";
import { shortDayText } from "#app/conference/date-text.ts";
import { capitalise } from "#app/platform/text.ts";
import {
  DelegateFacts,
  PublishedWorkLink,
  STATUS_TONES,
} from "#app/routes/admin/delegates/delegate-facts.tsx";
import {
  DECISION_FORM_ID,
  decisionValue,
  focusNextRow,
  focusRow,
  isStillMatching,
  type ListedDelegate,
  type ListState,
  noteFieldId,
  offersDecision,
} from "#app/routes/admin/delegates/list/list-state.ts";
import { delegateUrl, rowElementId, rowNameElementId } from "#app/routes/admin/delegates/list-url.ts";
import { MailBadge, MailList } from "#app/routes/admin/delegates/mail-state.tsx";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";
import { decisionWords, getOrganisation } from "#app/vocabulary/admin-passes.ts";
import { DELEGATE_STATUSES, type DelegateStatus, shownStatusValue } from "#app/vocabulary/delegate-status.ts";
import { findPass } from "#app/vocabulary/pass.ts";

type RowProps = {
  delegate: ListedDelegate;
  desk: ListState;
  typed: string | null;
  noteProblem: string | undefined;
};

export function DelegateRow({ isSelected, ...row }: RowProps & { isSelected: boolean }) {
  const { delegate, desk } = row;
  const { id, name, jobTitle, registrationType, status, workUrl, createdAt, mails, duplicate } = delegate;
  const pass = findPass(registrationType);
  return (
    <li
      id={rowElementId(id)}
      className="desk-row"
      data-row=""
      data-tone={pass.tone}
      data-out={isStillMatching(delegate, desk.filter) ? undefined : ""}
    >
      <label className="desk-check">
        <input
          type="checkbox"
          className="size-6 accent-link"
          form="bulk"
          name="id"
          value={shownStatusValue(delegate)}
          defaultChecked={isSelected}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <span className="sr-only">Select {name}</span>
      </label>
      <Disclosure
        className="desk-person"
        isOpen={row.typed !== null}
        summary={{ id: rowNameElementId(id), className: "" }}
        panel={{ id: rowElementId(id, true), className: "fold-panel desk-facts" }}
        label={
          <>
            <h2 className="truncate font-semibold font-text text-base leading-tight [grid-area:name]">
              {name}
            </h2>
            <span className="truncate text-muted leading-tight [grid-area:outlet] max-lg:hidden">
              {getOrganisation(delegate) ?? jobTitle}
            </span>
            <span className="desk-badges flex flex-wrap gap-1 whitespace-nowrap [grid-area:badges]">
              <span className="badge">{pass.name}</span>
              <MailBadge mails={mails} />
              {duplicate && (
                <span className="badge" data-tone="yellow">
                  Duplicate?
                </span>
              )}
            </span>
            <time className="text-muted text-sm [grid-area:date]" dateTime={createdAt}>
              {shortDayText(new Date(createdAt))}
            </time>
          </>
        }
      >
        <RowFacts {...row} />
      </Disclosure>
      {offersDecision(delegate) ? (
        <>
          <span className="desk-work">{workUrl && <PublishedWorkLink href={workUrl} />}</span>
          <Decision delegate={delegate} />
        </>
      ) : (
        <span className="desk-status">
          <span className="badge capitalize" data-tone={STATUS_TONES[status]}>
            {status}
          </span>
        </span>
      )}
    </li>
  );
}

function choicesFor({ registrationType }: ListedDelegate) {
  const { approve, approved } = decisionWords([registrationType]);
  return [
    { status: "pending", text: "Pending", chosen: "Pending" },
    { status: "confirmed", text: approve, chosen: approved },
    { status: "declined", text: "Decline", chosen: "Declined" },
  ] as const satisfies { status: DelegateStatus; text: string; chosen: string }[];
}

/** The button for the current status does not submit, so a double click does no harm. */
const decisionProps = (status: DelegateStatus, delegate: ListedDelegate, isFacts = false) => ({
  type: status === delegate.status ? ("button" as const) : ("submit" as const),
  form: DECISION_FORM_ID,
  name: "decision",
  value: decisionValue(status, delegate, isFacts),
});

const Decision = ({ delegate }: { delegate: ListedDelegate }) => (
  <fieldset className="segments desk-decision">
    <legend className="sr-only">Decision on {delegate.name}</legend>
    {choicesFor(delegate).map(({ status, text, chosen }) => {
      const isChosen = status === delegate.status;
      return (
        <button
          key={status}
          {...decisionProps(status, delegate)}
          aria-pressed={isChosen}
          data-tone={status === "confirmed" ? "green" : "grey"}
        >
          {isChosen ? chosen : text}
          <span className="sr-only"> {delegate.name}</span>
        </button>
      );
    })}
  </fieldset>
);

function RowFacts(row: RowProps) {
  const { delegate, desk } = row;
  const { id, name, mails, status, undoable } = delegate;
  return (
    <>
      <div className="min-w-0">
        <DelegateFacts delegate={delegate} duplicate={delegate.duplicate} />
      </div>
      <div className="min-w-0">
        <StatusButtons delegate={delegate} />
        {undoable !== null && (
          <div
            className="desk-undo mt-3"
            onSubmit={({ currentTarget }) => focusRow(currentTarget.closest(".desk-row"))}
          >
            <UndoButton
              screen={desk.screen}
              id={undoable.change}
              formId={desk.formId}
              {...(undoable.people === 1
                ? { what: `the change to ${name}` }
                : { count: undoable.people, what: `changes, including the one to ${name}` })}
            >
              <input type="hidden" name="delegate" value={id} />
              <ReturnField at="delegate" />
            </UndoButton>
          </div>
        )}
        {offersDecision(delegate) && status !== "declined" && <Decline {...row} />}
        <p className="my-4 text-base">
          <TextLink to={delegateUrl(id, desk.filter, desk.page)}>
            Edit, history and personal data<span className="sr-only"> of {name}</span>
          </TextLink>
        </p>
        {mails.length > 0 && (
          <>
            <h3 className="mb-1 font-semibold font-text text-muted text-sm">Emails</h3>
            <MailList {...{ delegate, mails }} action={desk.screen} formId={desk.formId} />
          </>
        )}
      </div>
    </>
  );
}

const StatusButtons = ({ delegate }: { delegate: ListedDelegate }) => (
  <fieldset className="text-base">
    <legend className="font-semibold text-muted text-sm">
      Change status<span className="sr-only"> of {delegate.name}</span> to
    </legend>
    <p className="mt-1 flex flex-wrap gap-2">
      {DELEGATE_STATUSES.map((status) => {
        const isCurrent = status === delegate.status;
        return (
          <button
            key={status}
            {...decisionProps(status, delegate, true)}
            className="small-button"
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

function Decline({ delegate, desk, typed, noteProblem }: RowProps) {
  const { id, name } = delegate;
  const field = noteFieldId(id);
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (noteProblem) line.current?.focus();
  }, [noteProblem]);
  return (
    <Form
      method="post"
      action={desk.screen}
      className="desk-decline mt-4"
      preventScrollReset
      onSubmit={({ currentTarget }: React.SubmitEvent<HTMLFormElement>) =>
        focusNextRow(currentTarget.closest(".desk-row"))
      }
    >
      <input type="hidden" name="formId" value={desk.formId} />
      <ReturnField at="delegate" />
      {/* Contains the status shown. If the status has changed, the organiser must confirm. */}
      <input type="hidden" name="id" value={shownStatusValue(delegate)} />
      <label htmlFor={field} className="mb-1 block text-base">
        Note to {name} <span className="text-muted">(optional)</span>
      </label>
      {noteProblem && <FieldError id={`${field}-error`} label="Note" message={noteProblem} />}
      <div className="flex gap-2">
        <input
          ref={line}
          id={field}
          name="note"
          // biome-ignore lint/a11y/noAutofocus: the user must correct this field
          autoFocus={noteProblem !== undefined}
          className="input"
          maxLength={300}
          autoComplete="off"
          defaultValue={typed ?? ""}
          aria-describedby={noteProblem && `${field}-error`}
          aria-invalid={noteProblem ? true : undefined}
        />
        <button type="submit" name="status" value="declined" className="small-button flex-none">
          Decline<span className="sr-only"> {name} with this note</span>
        </button>
      </div>
    </Form>
  );
}
