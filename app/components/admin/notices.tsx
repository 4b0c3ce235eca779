// Notices above a form: someone else has saved, the item is gone, or the login had ended.
import type { SubmissionResult } from "@conform-to/react";
import { useActionData, useSearchParams } from "react-router";
import { Moment } from "#app/components/admin/moment.tsx";
import { SAVE_ANEW, type SaveConflict } from "#app/http/refusal.ts";
import type { EditableWords } from "#app/models/editable/words.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";

/** The version that somebody else saved in between, beside one's own in the form below it. */
export function StaleNotice({
  labels,
  current,
}: {
  labels: Record<string, string>;
  /** The fields as they are saved now; one that is no text comes as it is to be shown. */
  current: Record<string, React.ReactNode>;
}) {
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby="stale-title">
      <h3 id="stale-title" className="text-xl">
        The version that is saved now
      </h3>
      <AnswerList labels={labels} answers={current} />
    </section>
  );
}

/** Answers for reading; those that are empty are left out. */
export function AnswerList({
  labels,
  answers,
}: {
  labels: Record<string, string>;
  answers: Record<string, React.ReactNode>;
}) {
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

/** What can be done with a form whose thing was deleted while it was being filled in. */
export function GoneNotice({
  words: { noun, connectedTo },
  deletion,
}: {
  words: EditableWords;
  /** The deletion, where it can still be undone. */
  deletion: Undoable | null;
}) {
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby="gone-title">
      <h3 id="gone-title" className="text-xl">
        This {noun} has been deleted
      </h3>
      <p className="mt-2 text-base">
        “{SAVE_AS_NEW}” adds a new {noun} with everything in this form.
        {connectedTo && ` It will not be connected to any ${connectedTo}s.`}
      </p>
      {deletion && (
        <p className="wrap-anywhere mt-2 text-base">
          {deletion.actor} deleted it. Undo is possible until <Moment at={deletion.until} isToday />: “
          {RESTORE_AND_SAVE}” restores the {noun}
          {connectedTo && " with all connections"}, then saves what is in this form.
        </p>
      )}
    </section>
  );
}

/** The buttons that save such a form. */
export function GoneButtons({ deletion, isBusy }: { deletion: Undoable | null; isBusy: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      <button type="submit" name="intent" value={SAVE_ANEW} className="button" disabled={isBusy}>
        {isBusy ? "Saving..." : SAVE_AS_NEW}
      </button>
      {deletion && (
        <button
          type="submit"
          name="changeset"
          value={deletion.id}
          className="button button-quiet"
          disabled={isBusy}
        >
          {RESTORE_AND_SAVE}
        </button>
      )}
    </div>
  );
}

const SAVE_AS_NEW = "Save as new";
const RESTORE_AND_SAVE = "Restore and save";

/** What was typed into a form that came back. */
export const typedOf = (result: SubmissionResult | undefined) =>
  (result?.initialValue as Record<string, string> | undefined) ?? null;

/**
 * Which version the form knows, in milliseconds: the one it was opened with, or the one it was just shown.
 * Of what is gone it is the former; of what is new there is none.
 */
export const seenOf = (
  stored: { updatedAt: string } | null | undefined,
  typed: Record<string, string> | null,
  conflict: SaveConflict | null | undefined,
): string => {
  const known = typed?.seen ?? "";
  if (!stored) return known;
  return (conflict !== "stale" && known) || String(Date.parse(stored.updatedAt));
};

/** The one-time id of a form that came back: its own, or a new one where a conflict has used that up. */
export const formIdOf = (
  newId: string,
  typed: Record<string, string> | null,
  conflict: SaveConflict | null | undefined,
): string => (conflict ? newId : (typed?.formId ?? newId));

/** Above a form that comes back as it was typed before its login ended. */
export const DraftNotice = () => (
  <p className="draft-notice card mb-6" data-tone="yellow">
    Not saved yet: you had been logged out. What you typed is below.
  </p>
);

/** On a screen that a button led away from, since its login had ended. A form that says so itself stands for it (panel.css). */
export function NotDoneNotice() {
  const [params] = useSearchParams();
  const answer = useActionData();
  if (!params.has("draft") || answer !== undefined) return null;
  return (
    <p className="not-done-notice card mb-6" data-tone="yellow">
      Not done: you had been logged out. Please try again.
    </p>
  );
}
