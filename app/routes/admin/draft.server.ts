import { getDraft } from "#app/models/submission/draft.server.ts";

/** What was typed before the login ended, where the address names it. */
export async function draftOf(request: Request): Promise<Record<string, string> | null> {
  const id = new URL(request.url).searchParams.get("draft");
  return id === null ? null : getDraft(id);
}
