import { Moment } from "#app/components/admin/moment.tsx";
import { UndoButton } from "#app/components/toast.tsx";
import type { Undoable } from "#app/models/ledger/undoable.ts";

/**
 * What can still be brought back, after the toast that offered it has gone: folded, with a count, so that the list
 * below stays where it is. Nothing where there is none.
 */
export function RecentlyDeleted({
  deletions,
  screen,
  formId,
}: {
  deletions: Undoable[];
  screen: string;
  formId: string;
}) {
  if (deletions.length === 0) return null;
  return (
    <details className="history card mb-8" data-tone="grey">
      <summary className="cursor-pointer">
        <h2 className="inline text-xl">Recently deleted ({deletions.length})</h2>
      </summary>
      <UndoableList items={deletions} screen={screen} formId={formId} verb="restored" what="deleting" />
    </details>
  );
}

/** What can be undone, by whom it was done and until when, a button each. */
export function UndoableList({
  items,
  screen,
  formId,
  verb,
  what,
}: {
  items: Undoable[];
  screen: string;
  formId: string;
  /** What can be done with each, like 'restored'. */
  verb: string;
  /** What was done to each, like 'deleting'. */
  what: string;
}) {
  return (
    <ul className="mt-2">
      {items.map(({ id, label, actor, until }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-t py-2"
        >
          <p className="wrap-anywhere min-w-0 text-base">
            <span className="font-semibold">{label}</span>{" "}
            <span className="text-muted">
              by {actor}. Can be {verb} until <Moment at={until} isToday />.
            </span>
          </p>
          <UndoButton screen={screen} id={id} formId={formId} what={`${what} ${label}`} />
        </li>
      ))}
    </ul>
  );
}
