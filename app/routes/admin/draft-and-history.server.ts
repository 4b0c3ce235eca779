import { type HistoryKind, listHistory } from "#app/models/history/history.server.ts";
import { requestedHistoryId } from "#app/models/history/history.ts";
import { getDraft } from "#app/models/submission/draft.server.ts";

/** Returns the draft in `?draft=ID`, a form that was submitted after the login ended. */
export async function loadDraft(request: Request): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get("draft");
  return id === null ? null : getDraft(id);
}

export async function loadHistory(request: Request, kind: HistoryKind) {
  const id = requestedHistoryId(new URL(request.url).search);
  return id === null ? null : listHistory(kind, id);
}
