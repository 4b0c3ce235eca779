import { useClose } from "#app/components/admin-dialogs.tsx";
import { HistoryList } from "#app/components/history.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import { HISTORY_LONG, type HistoryEntry } from "#app/models/history.ts";

/** The whole history of one thing of a screen, which `?history=ID` asks for. */
export function HistoryDialog({
  entries,
  name,
  screen,
  returnFocusTo,
}: {
  entries: HistoryEntry[];
  /** What the thing is called; null where it is gone. */
  name: string | null;
  screen: string;
  returnFocusTo: string;
}) {
  return (
    <UrlDialog
      title={name === null ? "History" : `History of ${name}`}
      closeHref={screen}
      onClose={useClose(screen)}
      returnFocusTo={returnFocusTo}
      closingText="Back to the list"
    >
      <div className="mt-4">
        {entries.length === 0 ? <p>Nothing has been noted yet.</p> : <HistoryList entries={entries} />}
      </div>
      {entries.length === HISTORY_LONG && (
        <p className="mt-4 text-muted">These are the last {HISTORY_LONG} changes.</p>
      )}
    </UrlDialog>
  );
}
