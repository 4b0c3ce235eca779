import { type HistoryKind, listHistory } from "#app/models/history/history.server.ts";
import { wantedHistory } from "#app/models/history/history.ts";
import { getDraft } from "#app/models/submission/draft.server.ts";

/** Answers typed before the login ended, where the address names them as `?draft=ID`. */
export async function draftOf(request: Request): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get("draft");
  return id === null ? null : getDraft(id);
}

/** The last entries of each thing on the screen, and all of the one in `?history=ID`, or null. */
export async function historiesFor(request: Request, kind: HistoryKind, ids: readonly number[]) {
  const wanted = wantedHistory(new URL(request.url).search);
  const [histories, whole] = await Promise.all([
    listHistory(kind, ids),
    wanted === null ? null : listHistory(kind, [wanted], { isWhole: true }),
  ]);
  return { histories, wholeHistory: whole && wanted !== null ? (whole[wanted] ?? []) : null };
}
