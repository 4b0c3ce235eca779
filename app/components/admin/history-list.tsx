// What was done to one thing of a list: the last of it beside the thing, all of it in a dialog.
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

/** What was done to one thing of a list lately, folded away; `href` leads to the whole of it. */
export function History({
  entries = [],
  name,
  href,
  id,
}: {
  entries: HistoryEntry[] | undefined;
  /** What the thing is called. */
  name: string;
  href: string;
  /** The id of the link to the whole history, which gets the focus back from it. */
  id: string;
}) {
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

/** Entries of the history, like 'Changed title, by ada@example.org, 12 Sep 2025, 9:14 am' with the values. */
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

/** The whole history of one thing of a screen, which `?history=ID` asks for. */
export function HistoryDialog({
  whole,
  known = [],
  name,
  screen,
  returnFocusTo,
}: {
  /** Null until it is there, or where it was not asked for. */
  whole: HistoryEntry[] | null;
  /** The last entries, which the list has. */
  known: HistoryEntry[] | undefined;
  /** What the thing is called; null where it is gone. */
  name: string | null;
  screen: string;
  returnFocusTo: string;
}) {
  const { search } = useLocation();
  // While its address is on the way, what there is may be another's.
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
