import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { ReturnToPlace } from "#app/components/admin/kept-place.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { UndoButton } from "#app/components/toast.tsx";
import { WorkLink } from "#app/routes/admin/delegates/delegate-facts.tsx";
import { goOnFrom, noteDecided, openDecline } from "#app/routes/admin/delegates/desk/deciding.ts";
import {
  DECISION_FORM,
  type Desk,
  type DeskDelegate,
  decisionText,
  isJudged,
  noteId,
} from "#app/routes/admin/delegates/desk/desk.ts";
import { PageState } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { shownText, type UndoableChange } from "#app/vocabulary/delegate-status.ts";
import { DECIDING } from "#app/vocabulary/passes-in-panel.ts";

export type RowProps = {
  delegate: DeskDelegate;
  desk: Desk;
  typed: string | null;
  noteProblem: string | undefined;
};

export function RowActions({ delegate, desk, typed, noteProblem }: RowProps) {
  const { name, status, workUrl, undoable } = delegate;
  const isToJudge = isJudged(delegate);
  if (!isToJudge && undoable === null) return null;
  const accredit = decisionText("confirmed", delegate);
  const isAccredited = status === "confirmed";
  return (
    <div className="desk-actions" data-judged={isToJudge || undefined}>
      {isToJudge && (
        <>
          {workUrl && <WorkLink href={workUrl} />}
          <button
            type="submit"
            form={DECISION_FORM}
            name="decision"
            value={accredit}
            className="small-button desk-accredit"
            disabled={desk.sending === accredit}
            aria-disabled={isAccredited || undefined}
            onClick={(event) => isAccredited && event.preventDefault()}
          >
            {isAccredited ? DECIDING.accredited : DECIDING.accredit}
            <span className="sr-only"> {name}</span>
          </button>
          {status === "declined" ? (
            <button type="button" className="small-button desk-decline-button" aria-disabled="true">
              Declined<span className="sr-only"> {name}</span>
            </button>
          ) : (
            <Decline {...{ delegate, desk, typed, noteProblem }} />
          )}
        </>
      )}
      <div className="desk-undo">
        {undoable !== null && <UndoOfRow key={undoable.change} {...{ undoable, delegate, desk }} />}
      </div>
    </div>
  );
}

type UndoProps = Pick<RowProps, "delegate" | "desk"> & { undoable: UndoableChange };

/** Stays in its place after its time, until the list is loaded again: nothing moves under a pointer. */
function UndoOfRow({ undoable: { change, people, msLeft }, delegate: { id, name }, desk }: UndoProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    const timer = setTimeout(() => setOver(true), msLeft);
    return () => clearTimeout(timer);
  }, [msLeft]);
  return (
    <UndoButton
      screen={desk.screen}
      id={change}
      formId={desk.formId}
      isOver={isOver}
      {...(people === 1
        ? { what: `the change of ${name}` }
        : { count: people, what: `changes at once, that of ${name} among them` })}
    >
      <input type="hidden" name="delegate" value={id} />
      <ReturnToPlace at="delegate" />
    </UndoButton>
  );
}

function Decline({ delegate, desk, typed, noteProblem }: RowProps) {
  const { id, name } = delegate;
  const field = noteId(id);
  const box = useRef<HTMLDetailsElement>(null);
  // Runs before React removes it, with the decision that was made in it.
  useLayoutEffect(() => {
    const decline = box.current;
    return () => {
      if (decline) goOnFrom(decline);
    };
  }, []);
  return (
    <details
      ref={box}
      className="desk-decline"
      name="decline"
      open={typed !== null}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The open form would cover the new focus. It keeps what was typed.
        const isInAnother = relatedTarget !== null && !currentTarget.contains(relatedTarget);
        if (isInAnother && relatedTarget.closest(".desk-row")) currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
      <summary
        className="small-button desk-decline-button"
        onClick={(event) => {
          const decline = event.currentTarget.parentElement as HTMLDetailsElement;
          if (decline.open) return;
          event.preventDefault();
          openDecline(decline);
        }}
      >
        Decline<span className="sr-only"> {name}</span>
      </summary>
      <Form
        method="post"
        action={desk.screen}
        className="card"
        preventScrollReset
        onSubmit={({ currentTarget }: React.SubmitEvent<HTMLFormElement>) =>
          noteDecided(currentTarget.closest(".desk-row"))
        }
      >
        <PageState />
        <ReturnToPlace at="delegate" />
        <input type="hidden" name="formId" value={desk.formId} />
        {/* The status shown: where it is another by then, the organiser is asked. */}
        <input type="hidden" name="id" value={shownText(delegate)} />
        <label htmlFor={field} className="mb-1 block text-base">
          A line to {name} <span className="text-muted">(optional)</span>
        </label>
        {noteProblem && <FieldError id={`${field}-error`} label="Line" message={noteProblem} />}
        <input
          id={field}
          name="note"
          className="input"
          maxLength={300}
          autoComplete="off"
          defaultValue={typed ?? ""}
          aria-describedby={noteProblem && `${field}-error`}
          aria-invalid={noteProblem ? true : undefined}
        />
        <p className="mt-3">
          <button type="submit" name="status" value="declined" className="small-button">
            Decline<span className="sr-only"> {name}</span>
          </button>
        </p>
      </Form>
    </details>
  );
}
