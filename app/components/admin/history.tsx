import { Link } from "react-router";
import { Moment } from "#app/components/admin/moment.tsx";
import { HISTORY_SHORT, type HistoryEntry } from "#app/models/history/history.ts";

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

/** Entries of the audit log, like 'Changed title, by ada@example.org, 12 Sep 2025, 9:14 am' with the values. */
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
