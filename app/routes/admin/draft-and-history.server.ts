import type { LoaderFunctionArgs } from "react-router";
import { getLoggedInUser } from "#app/auth/auth.server.ts";
import { type HistoryKind, listHistory } from "#app/models/history/history.server.ts";
import { requestedHistoryId } from "#app/models/history/history.ts";
import { getDraft } from "#app/models/submission/draft.server.ts";

type LoaderArgs = Pick<LoaderFunctionArgs, "request" | "context">;

/** Returns the user's own draft in `?draft=ID`, a form that was submitted after the login ended. */
export async function loadDraft({ request, context }: LoaderArgs): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get("draft");
  const user = getLoggedInUser(context);
  return id === null || !user ? null : getDraft(id, user.id);
}

export async function loadHistory(request: Request, kind: HistoryKind) {
  const id = requestedHistoryId(new URL(request.url).search);
  return id === null ? null : listHistory(kind, id);
}
