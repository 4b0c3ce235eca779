import { Link, useLocation } from "react-router";
import { ScreenDialog } from "#app/components/admin/dialogs.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { HISTORY_MAX_ENTRIES, type HistoryEntry, requestedHistoryId } from "#app/models/history/history.ts";

export const HistoryLink = ({ id, name }: { id: number; name: string }) => (
  <Link to={`?history=${id}`} id={`history-${id}`} className="small-button" preventScrollReset>
    History<span className="sr-only"> of {name}</span>
  </Link>
);

export function HistoryList({ entries }: { entries: HistoryEntry[] }) {
  if (entries.length === 0) return <p className="mt-2">Nothing has been recorded yet.</p>;
  return (
    <>
      <ol className="history-list">
        {entries.map(({ id, text, about, actor, at, changes }) => (
          <li key={id} className="wrap-anywhere">
            {about === null ? text : `${about}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}, by {actor},{" "}
            <Timestamp at={at} />
            {changes.length > 0 && (
              <ul className="text-muted">
                {changes.map(({ label, before, after }) => (
                  <li key={label}>
                    {label}: <ValueChange before={before} after={after} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {entries.length === HISTORY_MAX_ENTRIES && (
        <p className="mt-4 text-muted">Showing the last {HISTORY_MAX_ENTRIES} changes.</p>
      )}
    </>
  );
}

export const ValueChange = ({ before, after }: { before: React.ReactNode; after: React.ReactNode }) => (
  <>
    <del>{before}</del> <span aria-hidden="true">→</span>
    <span className="sr-only">is now</span> <ins>{after}</ins>
  </>
);

type HistoryDialogProps = {
  entries: HistoryEntry[] | null;
  /** Null for a deleted item. */
  name: string | null;
  screen: string;
  returnFocusTo: string;
};

export function HistoryDialog({ entries, name, screen, returnFocusTo }: HistoryDialogProps) {
  // Until the navigation ends, `entries` may belong to another item.
  const isThere = requestedHistoryId(useLocation().search) !== null;
  return (
    <ScreenDialog
      title={name === null ? "History" : `History of ${name}`}
      screen={screen}
      returnFocusTo={returnFocusTo}
      closingText="Back to the list"
    >
      <div className="mt-4">
        {isThere ? <HistoryList entries={entries ?? []} /> : <p role="status">Loading...</p>}
      </div>
    </ScreenDialog>
  );
}
