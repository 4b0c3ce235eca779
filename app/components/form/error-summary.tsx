// What is wrong with a form that was sent: as sentences above it, in room that stays when they go.
import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusTarget } from "#app/components/focus.ts";

/** A problem in the words that also stand beside its field, or one of the form as a whole. */
export type FormProblem = { fieldId?: string; message: string };

/**
 * What is wrong with the form that was sent, before the heading of the page, with a link to each
 * field. It takes the focus: by `autofocus` in a document, by effect after a submission with script.
 */
export function ErrorSummary({ problems }: { problems: FormProblem[] }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length === 0) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ behavior: "instant" });
  }, [problems]);
  const isRefused = problems.length > 0;
  return (
    <LeftRoom isNeeded={isRefused}>{isRefused && <Summary ref={summary} problems={problems} />}</LeftRoom>
  );
}

function Summary({ ref, problems }: { ref: React.Ref<HTMLDivElement>; problems: FormProblem[] }) {
  return (
    <div
      ref={ref}
      className="error-summary"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: after a failed submission the errors are what has to be read first
      autoFocus
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title" className="text-xl">
        There is a problem
      </h2>
      <ul className="mt-2">
        {problems.map(({ fieldId, message }) => (
          <li key={message}>
            {fieldId ? (
              <a href={`#${fieldId}`} className="text-link" onClick={focusTarget}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The problems of a refused form as sentences: of the form first, then of its fields in their order. */
export function formProblems(
  result: SubmissionResult | undefined,
  labels: Record<string, string>,
): FormProblem[] {
  const errors = result?.error ?? {};
  const ofFields = Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]?.[0];
    return message ? [{ fieldId: name, message: `${label}: ${message}` }] : [];
  });
  const ofForm = (errors[""] ?? []).map((message) => ({ message }));
  return [...ofForm, ...ofFields];
}

/**
 * What is said above things that can be pressed, and goes once it has been seen to: its room is left free until the
 * page shows something else, so that nothing else moves under a pointer that is about to press. What is still there
 * stands at the end of the room.
 */
export function LeftRoom({
  isNeeded,
  className = "",
  children,
}: {
  isNeeded: boolean;
  className?: string;
  /** Nothing, or what is there also when it is not needed. */
  children: React.ReactNode;
}) {
  const { pathname, search } = useLocation();
  // An answer may write the same address in another way: '+' or '%20'.
  const page = `${pathname}?${new URLSearchParams(search)}`;
  const room = useRef<HTMLDivElement>(null);
  /** The page on which it was left. */
  const left = useRef<string | null>(null);
  // It is kept while it is filled: where the page became lower for a moment, the browser would scroll it.
  useLayoutEffect(() => {
    if (!room.current) return;
    const { style } = room.current;
    if (isNeeded) {
      style.minHeight = "";
      style.minHeight = `${room.current.getBoundingClientRect().height}px`;
      left.current = null;
    } else if (left.current === null) left.current = page;
    else if (left.current !== page) style.minHeight = "";
  });
  return (
    <div ref={room} className={`left-room ${className}`}>
      {children}
    </div>
  );
}
