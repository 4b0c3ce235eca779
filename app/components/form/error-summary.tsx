import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useMemo, useRef } from "react";
import { focusLinkTarget } from "#app/components/links.tsx";

/** Error of a field or, without `fieldId`, of the whole form. */
export type FormProblem = { fieldId?: string; message: string };

/** Receives the focus through `autofocus` on page load, or through an effect after a submission. */
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
      // biome-ignore lint/a11y/noAutofocus: users need to see the errors after a failed submission
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
              <a href={`#${fieldId}`} className="text-link" onClick={focusLinkTarget}>
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

type FormErrorsProps = { result: SubmissionResult | undefined; labels: Record<string, string> };

/** The summary of a refused form. Memoised, because each new array moves the focus to the summary. */
export function FormErrors({ result, labels }: FormErrorsProps) {
  const problems = useMemo(() => formProblems(result, labels), [result, labels]);
  return <ErrorSummary problems={problems} />;
}

/** Returns the form's general errors, then its fields' errors in the order of `labels`. */
export function formProblems(result: SubmissionResult | undefined, labels: Record<string, string>) {
  const errors = result?.error ?? {};
  const ofFields = Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]?.[0];
    return message ? [{ fieldId: name, message: `${label}: ${message}` }] : [];
  });
  const ofForm = (errors[""] ?? []).map((message) => ({ message }));
  return [...ofForm, ...ofFields];
}
