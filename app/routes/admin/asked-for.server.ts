// What the address of a screen asks for beside its list: a draft, and a whole history.
import { type HistoryKind, listHistory } from "#app/models/history/history.server.ts";
import { wantedHistory } from "#app/models/history/history.ts";
import { getDraft } from "#app/models/submission/draft.server.ts";

/** What was typed before the login ended, where the address names it. */
export async function draftOf(request: Request): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get("draft");
  return id === null ? null : getDraft(id);
}

/**
 * What a screen shows of the history: the last entries of each thing on it, and the whole history of
 * the one that `?history=ID` asks for, or null.
 */
export async function historiesFor(request: Request, kind: HistoryKind, ids: readonly number[]) {
  const wanted = wantedHistory(new URL(request.url).search);
  const [histories, whole] = await Promise.all([
    listHistory(kind, ids),
    wanted === null ? null : listHistory(kind, [wanted], { isWhole: true }),
  ]);
  return { histories, wholeHistory: whole && wanted !== null ? (whole[wanted] ?? []) : null };
}
