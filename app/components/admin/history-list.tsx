import { Link, useLocation } from "react-router";
import { useClose } from "#app/components/admin/dialogs.tsx";
import { Moment } from "#app/components/admin/moment.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { HISTORY_MAX_ENTRIES, type HistoryEntry, wantedHistory } from "#app/models/history/history.ts";

/** Opens the history of one thing. */
export const HistoryLink = ({ id, name }: { id: number; name: string }) => (
  <Link to={`?history=${id}`} id={`history-${id}`} className="small-button" preventScrollReset>
    History<span className="sr-only"> of {name}</span>
  </Link>
);

export function HistoryList({ entries }: { entries: HistoryEntry[] }) {
  return (
    <ol className="history-list">
      {entries.map(({ id, text, about, actor, at, changes }) => (
        <li key={id} className="wrap-anywhere">
          {about === null ? text : `${about}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}, by {actor},{" "}
          <Moment at={at} />
          {changes.length > 0 && (
            <ul className="text-muted">
              {changes.map(({ label, before, after }) => (
                <li key={label}>
                  {label}: <del>{before}</del> <span aria-hidden="true">→</span>
                  <span className="sr-only">is now</span> <ins>{after}</ins>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

type HistoryDialogProps = {
  /** Null until it is loaded. */
  entries: HistoryEntry[] | null;
  /** Null for a deleted item. */
  name: string | null;
  screen: string;
  returnFocusTo: string;
};

/** `?history=ID` opens it. */
export function HistoryDialog({ entries, name, screen, returnFocusTo }: HistoryDialogProps) {
  // While its address is on the way, `entries` may be another item's.
  const isThere = wantedHistory(useLocation().search) !== null;
  const shown = (isThere && entries) || [];
  return (
    <UrlDialog
      title={name === null ? "History" : `History of ${name}`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo={returnFocusTo}
      closingText="Back to the list"
    >
      <div className="mt-4">
        {isThere ? (
          shown.length === 0 && <p>Nothing has been recorded yet.</p>
        ) : (
          <p role="status">Loading...</p>
        )}
        {shown.length > 0 && <HistoryList entries={shown} />}
      </div>
      {shown.length === HISTORY_MAX_ENTRIES && (
        <p className="mt-4 text-muted">Showing the last {HISTORY_MAX_ENTRIES} changes.</p>
      )}
    </UrlDialog>
  );
}
