import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { ReturnField, UndoButton } from "#app/components/toast.tsx";
import { shortDayText } from "#app/conference/date-text.ts";
import {
  DelegateFacts,
  PublishedWorkLink,
  STATUS_TONES,
} from "#app/routes/admin/delegates/delegate-facts.tsx";
import {
  DECISION_FORM_ID,
  focusNextRow,
  focusRow,
  isStillMatching,
  type ListedDelegate,
  type ListState,
} from "#app/routes/admin/delegates/list/list-state.ts";
import { delegateUrl, rowElementId, rowNameElementId } from "#app/routes/admin/delegates/list-url.ts";
import { Flag, MailFlag, MailList } from "#app/routes/admin/delegates/mail-state.tsx";
import { SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import { decisionWords, getOrganisation, listChanges, statusName } from "#app/vocabulary/admin-passes.ts";
import {
  type DelegateChange,
  groupName,
  isWithoutPlace,
  paymentOf,
  shownStatusValue,
} from "#app/vocabulary/delegate-status.ts";
import { findPass } from "#app/vocabulary/pass.ts";

type RowProps = {
  delegate: ListedDelegate;
  desk: ListState;
  typed: string | null;
  noteProblem: string | undefined;
};

export function DelegateRow({ isSelected, ...row }: RowProps & { isSelected: boolean }) {
  const { delegate, desk } = row;
  const { id, name, jobTitle, email, registrationType, workUrl, createdAt, mails, duplicate } = delegate;
  const pass = findPass(registrationType);
  const payment = paymentOf(delegate);
  return (
    <li
      id={rowElementId(id)}
      className="desk-row items-center border-l border-l-rule leading-tight has-checked:bg-blue-tint"
      data-row=""
      data-tone={pass.tone}
      data-out={isStillMatching(delegate, desk.filter) ? undefined : ""}
    >
      <label className="desk-check grid cursor-pointer select-none place-items-center self-stretch [grid-area:check]">
        <input
          type="checkbox"
          className="size-5 accent-link"
          form="bulk"
          name="id"
          value={shownStatusValue(delegate)}
          defaultChecked={isSelected}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <span className="sr-only">Select {name}</span>
      </label>
      <Disclosure
        className="desk-person min-w-0 md:static self-stretch [grid-area:person]"
        isOpen={row.typed !== null}
        summary={{ id: rowNameElementId(id), className: "" }}
        panel={{ id: rowElementId(id, true), className: "fold-panel desk-facts" }}
        label={
          <>
            <h2 className="truncate font-semibold font-text text-base leading-tight [grid-area:name]">
              {name}
            </h2>
            <span className="desk-from truncate [grid-area:from]">
              {getOrganisation(delegate) ?? jobTitle}{" "}
              <span className="block truncate text-[0.8125rem] text-muted max-lg:hidden">{email}</span>
            </span>
            <span className="desk-pass flex gap-x-1.5 overflow-hidden whitespace-nowrap [grid-area:pass] lg:flex-wrap">
              <span className="truncate">{pass.name}</span> <MailFlag mails={mails} />{" "}
              {isWithoutPlace(delegate.place) && <Flag tone="grey">waiting list</Flag>}{" "}
              {payment && <Flag tone={payment === "paid" ? "green" : "yellow"}>{groupName(payment)}</Flag>}{" "}
              {duplicate && <Flag tone="yellow">twice?</Flag>}
            </span>
            <time className="text-muted [grid-area:date]" dateTime={createdAt}>
              {shortDayText(new Date(createdAt))}
            </time>
          </>
        }
      >
        <RowFacts {...row} />
      </Disclosure>
      <span className="desk-work min-w-0 pr-3 [grid-area:work] max-xl:hidden">
        {workUrl && <PublishedWorkLink href={workUrl} />}
      </span>
      <Decision delegate={delegate} />
      <UndoDecision {...row} />
    </li>
  );
}

const isCurrent = (change: DelegateChange, delegate: ListedDelegate) =>
  change === delegate.status || change === paymentOf(delegate);

/**
 * The button for the current status does not submit, so a double click does no harm. `isFacts` is
 * true in the row's details.
 */
const decisionProps = (status: DelegateChange, delegate: ListedDelegate, isFacts = false) => ({
  type: isCurrent(status, delegate) ? ("button" as const) : ("submit" as const),
  form: DECISION_FORM_ID,
  name: "decision",
  value: `${status}:${shownStatusValue(delegate)}${isFacts ? ":open" : ""}`,
});

/** The buttons of a registration that waits, or the result of the decision. */
function Decision({ delegate }: { delegate: ListedDelegate }) {
  const { name, status, registrationType } = delegate;
  const choices = [
    ["confirmed", decisionWords([registrationType]).approve, "border-ink"],
    ["declined", "Decline", "max-sm:hidden"],
  ] as const;
  return (
    <div className="desk-decision grid auto-cols-fr grid-flow-col gap-1.5 pr-1 text-sm [grid-area:decision]">
      {status === "pending" ? (
        choices.map(([choice, text, look]) => (
          <button key={choice} {...decisionProps(choice, delegate)} className={`small-button ${look}`}>
            {text}
            <span className="sr-only"> {name}</span>
          </button>
        ))
      ) : (
        <span data-tone={STATUS_TONES[status]} className="font-semibold text-(color:--tint-ink)">
          {statusName(status, [registrationType])}
        </span>
      )}
    </div>
  );
}

/** Has a place of its own, so that no second click of a double click hits it. */
function UndoDecision({ delegate, desk }: RowProps) {
  const { id, name, undoable } = delegate;
  if (undoable === null) return null;
  return (
    <div
      className="desk-undo pr-1.5 [grid-area:undo] sm:justify-self-end"
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
  );
}

function RowFacts(row: RowProps) {
  const { delegate, desk } = row;
  const { id, name, mails, status } = delegate;
  const linkTo = (more = {}) => delegateUrl(id, desk.filter, desk.page, more);
  return (
    <>
      <div className="min-w-0">
        <DelegateFacts delegate={delegate} duplicate={delegate.duplicate} />
      </div>
      <div className="min-w-0">
        <StatusButtons delegate={delegate} />
        {(status === "pending" || status === "confirmed") && <Decline {...row} />}
        <p className="my-4 flex flex-wrap items-center gap-4 text-base">
          <SmallLink to={linkTo({ edit: "" })}>
            Edit<span className="sr-only"> the registration of {name}</span>
          </SmallLink>
          <TextLink to={linkTo()}>
            History and personal data<span className="sr-only"> of {name}</span>
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
      {listChanges([delegate.registrationType]).map((status) => (
        <button
          key={status}
          {...decisionProps(status, delegate, true)}
          className="small-button"
          aria-disabled={isCurrent(status, delegate) || undefined}
          aria-current={isCurrent(status, delegate) || undefined}
        >
          {statusName(status, [delegate.registrationType])}
        </button>
      ))}
    </p>
  </fieldset>
);

function Decline({ delegate, desk, typed, noteProblem }: RowProps) {
  const { id, name } = delegate;
  const field = `note-${id}`;
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
