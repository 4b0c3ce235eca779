import { useLocation } from "react-router";
import { useClose } from "#app/components/admin/dialogs.tsx";
import { HistoryList } from "#app/components/admin/history.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { HISTORY_LONG, type HistoryEntry, wantedHistory } from "#app/models/history/history.ts";

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
