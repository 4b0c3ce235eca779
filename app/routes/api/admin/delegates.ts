import { getActorName, refuseOldLogin } from "#app/auth/auth.server.ts";
import { respondByVersion } from "#app/http/conditional-request.server.ts";
import {
  interleave,
  nextPageHeader,
  readPage,
  toJsonPortions,
  toStream,
} from "#app/http/list-streaming.server.ts";
import { recordExport } from "#app/models/changeset/changeset.server.ts";
import {
  type Delegate,
  delegatesVersion,
  listDelegates,
  toDelegateJson,
} from "#app/models/delegate/delegate.server.ts";
import type { Route } from "./+types/delegates";

/**
 * GET /api/admin/delegates: streams all delegates, newest first (§ 7). With `?limit=`,
 * returns a page and a Link header for the next page.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const refusal = await refuseOldLogin(request, context);
  if (refusal) return refusal;
  const { limit, after } = readPage(request);
  const actor = getActorName(context);
  // A program may read the list every minute, so the history has one entry a day.
  const formId = `export ${actor} ${new Date().toISOString().slice(0, 10)}`;
  await recordExport({ actor, formId }, { subject: "list", label: "delegates" });
  return respondByVersion(request, delegatesVersion(), async () => {
    if (limit !== null) return answerPage(request, limit, listDelegates(after, limit + 1));
    const body = await toStream(toJsonPortions(listDelegates(after), toDelegateJson));
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  });
}

/** `portions` includes one delegate beyond the page, to show whether there is a next page. */
async function answerPage(request: Request, limit: number, portions: AsyncIterable<Delegate[]>) {
  const found: Delegate[] = [];
  for await (const portion of interleave(portions)) found.push(...portion);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return Response.json(page.map(toDelegateJson), { headers: last && nextPageHeader(request, limit, last) });
}
