import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusTarget } from "#app/components/focus.ts";

/** The words beside the field, or those about the whole form. */
export type FormProblem = { fieldId?: string; message: string };

/** It takes the focus: by `autofocus` in a document, by effect after a submission with script. */
export function ErrorSummary({ problems }: { problems: FormProblem[] }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length === 0) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ behavior: "instant", block: "nearest" });
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <div
      ref={summary}
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

/** Problems of the form come first, then those of its fields in their order. */
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

type LeftRoomProps = {
  isNeeded: boolean;
  className?: string;
  /** Nothing, or the part that is always there. */
  children: React.ReactNode;
};

/** The room of a text that goes stays free until the next page, so that no button moves under a pointer. */
export function LeftRoom({ isNeeded, className = "", children }: LeftRoomProps) {
  const { pathname, search } = useLocation();
  // An answer may write the same address in another way: '+' or '%20'.
  const page = `${pathname}?${new URLSearchParams(search)}`;
  const room = useRef<HTMLDivElement>(null);
  const left = useRef<string | null>(null);
  // The room is kept while it is filled: a page that became lower for a moment would scroll.
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
