import { respondByVersion } from "#app/http/conditional-request.server.ts";
import { methodNotAllowed } from "#app/http/json.server.ts";
import {
  interleaved,
  jsonPortions,
  linkToNext,
  readPage,
  toStream,
} from "#app/http/list-streaming.server.ts";
import {
  type Delegate,
  delegatesVersion,
  listDelegates,
  toDelegateJson,
} from "#app/models/delegate/delegate.server.ts";
import type { Route } from "./+types/delegates";

/**
 * GET /api/admin/delegates: streams all delegates, newest first (specification, 7). With `?limit=`, returns a
 * page and a Link header for the next one.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { limit, after } = readPage(request);
  return respondByVersion(request, delegatesVersion(), async () => {
    if (limit !== null) return answerPage(request, limit, listDelegates(after, limit + 1));
    const body = await toStream(jsonPortions(listDelegates(after), toDelegateJson));
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  });
}

/** Reads one delegate more than a page holds, to find out if there is a next page. */
async function answerPage(request: Request, limit: number, portions: AsyncIterable<Delegate[]>) {
  const found: Delegate[] = [];
  for await (const portion of interleaved(portions)) found.push(...portion);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return Response.json(page.map(toDelegateJson), { headers: last && linkToNext(request, limit, last) });
}

export const action = () => methodNotAllowed("GET", "HEAD");
