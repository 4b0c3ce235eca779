import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { ReturnField, UndoButton } from "#app/components/toast.tsx";
import type { Undoable } from "#app/models/editable/fields.ts";

type RecentlyDeletedProps = { deletions: Undoable[]; screen: string; formId: string };

export function RecentDeletions({ deletions, screen, formId }: RecentlyDeletedProps) {
  if (deletions.length === 0) return null;
  return (
    <details className="history card my-8" data-tone="grey">
      <summary className="cursor-pointer">
        <h2 className="inline text-xl">Recently deleted ({deletions.length})</h2>
      </summary>
      <UndoableList items={deletions} screen={screen} formId={formId} verb="restored" what="deleting" />
    </details>
  );
}

type UndoableListProps = {
  items: Undoable[];
  screen: string;
  formId: string;
  /** Participle that follows 'Can be', such as 'restored'. */
  verb: string;
  /** Action to undo, for screen readers, such as 'deleting'. */
  what: string;
};

export function UndoableList({ items, screen, formId, verb, what }: UndoableListProps) {
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
              by {actor}. Can be {verb} until <Timestamp at={until} isToday />.
            </span>
          </p>
          <UndoButton screen={screen} id={id} formId={formId} what={`${what} ${label}`}>
            <ReturnField at="edit" />
          </UndoButton>
        </li>
      ))}
    </ul>
  );
}
