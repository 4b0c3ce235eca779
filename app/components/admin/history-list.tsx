import { Link, useLocation } from "react-router";
import { useClose } from "#app/components/admin/dialogs.tsx";
import { Moment } from "#app/components/admin/moment.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import {
  HISTORY_LONG,
  HISTORY_SHORT,
  type HistoryEntry,
  wantedHistory,
} from "#app/models/history/history.ts";

type HistoryProps = {
  entries: HistoryEntry[] | undefined;
  name: string;
  href: string;
  /** The link to the whole history gets the focus back from it. */
  id: string;
};

/** Folded away; `href` leads to the whole history. */
export function History({ entries = [], name, href, id }: HistoryProps) {
  return (
    <details className="history">
      <summary className="small-button">
        History<span className="sr-only"> of {name}</span>
      </summary>
      {entries.length === 0 ? (
        <p className="mt-2 text-base text-muted">Nothing has been recorded yet.</p>
      ) : (
        <HistoryList entries={entries} />
      )}
      {entries.length >= HISTORY_SHORT && (
        <p className="mt-2 text-base">
          <Link to={href} id={id} className="text-link" preventScrollReset>
            Whole history<span className="sr-only"> of {name}</span>
          </Link>
        </p>
      )}
    </details>
  );
}

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
  /** Null until it is loaded, or where it was not asked for. */
  whole: HistoryEntry[] | null;
  known: HistoryEntry[] | undefined;
  /** Null for a deleted item. */
  name: string | null;
  screen: string;
  returnFocusTo: string;
};

/** `?history=ID` opens it. */
export function HistoryDialog({ whole, known = [], name, screen, returnFocusTo }: HistoryDialogProps) {
  const { search } = useLocation();
  // While its address is on the way, `whole` may be another item's.
  const isThere = wantedHistory(search) !== null;
  const entries = (isThere && whole) || known;
  return (
    <UrlDialog
      title={name === null ? "History" : `History of ${name}`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo={returnFocusTo}
      closingText="Back to the list"
    >
      <div className="mt-4">
        {!isThere && (
          <p role="status" className="mb-2">
            Loading...
          </p>
        )}
        {entries.length === 0 ? <p>Nothing has been recorded yet.</p> : <HistoryList entries={entries} />}
      </div>
      {entries.length === HISTORY_LONG && (
        <p className="mt-4 text-muted">Showing the last {HISTORY_LONG} changes.</p>
      )}
    </UrlDialog>
  );
}
