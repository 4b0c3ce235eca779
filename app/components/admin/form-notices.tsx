import type { SubmissionResult } from "@conform-to/react";
import { useActionData, useSearchParams } from "react-router";
import { toFieldValues } from "#app/components/form/field.tsx";
import { clockText, momentText } from "#app/conference/date-text.ts";
import { SAVE_AS_NEW_INTENT, type SaveConflict } from "#app/http/refusal.ts";
import type { EditableWords } from "#app/models/editable/fields.ts";

type AnswerListProps = { labels: Record<string, string>; answers: Record<string, React.ReactNode> };

export function StaleNotice(saved: AnswerListProps) {
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby="stale-title">
      <h3 id="stale-title" className="text-xl">
        Saved version
      </h3>
      <AnswerList {...saved} />
    </section>
  );
}

export function AnswerList({ labels, answers }: AnswerListProps) {
  return (
    <dl className="mt-2 text-base">
      {Object.entries(labels)
        .filter(([name]) => answers[name])
        .map(([name, label]) => (
          <div key={name} className="mt-1">
            <dt className="inline font-semibold">{label}: </dt>
            <dd className="wrap-anywhere inline whitespace-pre-line">
              {answers[name] === "on" ? "yes" : answers[name]}
            </dd>
          </div>
        ))}
    </dl>
  );
}

export function DeletedItemNotice({ noun, connectedTo, labels }: EditableWords) {
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby="gone-title">
      <h3 id="gone-title" className="text-xl">
        This {noun} has been deleted
      </h3>
      <p className="mt-2 text-base">
        “{SAVE_AS_NEW}” adds a new {noun} with everything in this form.
        {/* A session's form includes its speakers. */}
        {connectedTo &&
          !labels[`${connectedTo}s`] &&
          ` The new ${noun} will not be connected to any ${connectedTo}s.`}
      </p>
    </section>
  );
}

const SAVE_AS_NEW = "Save as new";

export const SaveAsNewButton = ({ isBusy }: { isBusy: boolean }) => (
  <button type="submit" name="intent" value={SAVE_AS_NEW_INTENT} className="button" disabled={isBusy}>
    {isBusy ? "Saving..." : SAVE_AS_NEW}
  </button>
);

export const submittedValues = (result: SubmissionResult | undefined) =>
  result?.initialValue ? toFieldValues(result.initialValue) : null;

/** Returns the version that the form is based on: ms since 1970, then that of rows beside the item. */
export const getFormVersion = (
  stored: { updatedAt: string; beside?: string } | null | undefined,
  typed: Record<string, string> | null,
  conflict: SaveConflict | null | undefined,
): string => {
  const known = typed?.seen ?? "";
  if (!stored) return known;
  const { updatedAt, beside } = stored;
  const version = `${Date.parse(updatedAt)}${beside === undefined ? "" : ` ${beside}`}`;
  return (conflict !== "stale" && known) || version;
};

/** Returns the form's one-time id, or `newId` if a conflict has used up the old id. */
export const getFormId = (
  newId: string,
  typed: Record<string, string> | null,
  conflict: SaveConflict | null | undefined,
): string => (conflict ? newId : (typed?.formId ?? newId));

export const DraftNotice = () => (
  <p className="draft-notice card mb-6" data-tone="yellow">
    Not saved yet: you were logged out. Your text is below.
  </p>
);

/** Shown if a button was pressed after the login ended, unless a form has its own notice. */
export function ExpiredLoginNotice() {
  const [params] = useSearchParams();
  const answer = useActionData();
  if (!params.has("draft") || answer !== undefined) return null;
  return (
    <p className="not-done-notice card mb-6" data-tone="yellow">
      Nothing was changed: you were logged out. Please try again.
    </p>
  );
}

/** Shows a date and time, such as '12 Sep 2025, 9:14 AM', or only the time. `at` is ISO 8601. */
export function Timestamp({ at, isToday = false }: { at: string; isToday?: boolean }) {
  return (
    <time dateTime={at} className="moment">
      {(isToday ? clockText : momentText)(new Date(at))}
    </time>
  );
}
