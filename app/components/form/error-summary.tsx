import { useEffect, useRef } from "react";
import { focusTarget } from "#app/components/focus-target.ts";
import { LeftRoom } from "#app/components/form/left-room.tsx";

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
