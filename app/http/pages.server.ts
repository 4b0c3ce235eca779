// Lists of the JSON calls that may be read page by page: `?limit=`, `?after=`, and a Link to the next page.

import { jsonError } from "#app/http/json.server.ts";
import { env } from "#app/platform/env.server.ts";

/** The last item of a page, in a list whose newest come first. */
export type Cursor = { createdAt: Date; id: number };

export const LIMIT_AT_MOST = 1_000;

/**
 * Which page a request asks for: how many items at most, and those after which one. Null for all of them,
 * and for the beginning.
 * @throws a Response: 422 for a limit that is none, and for a cursor that this site has not made.
 */
export function readPage(request: Request): { limit: number | null; after: Cursor | null } {
  const { searchParams } = new URL(request.url);
  const limit = searchParams.get("limit");
  const after = searchParams.get("after");
  if (limit !== null && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= LIMIT_AT_MOST))
    throw refuse("limit", `Expected a whole number from 1 to ${LIMIT_AT_MOST}`);
  const [, milliseconds, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(after ?? "") ?? [];
  if (after !== null && id === undefined) throw refuse("after", "Expected a value from a Link header");
  return {
    limit: limit === null ? null : Number(limit),
    after: id === undefined ? null : { createdAt: new Date(Number(milliseconds)), id: Number(id) },
  };
}

const refuse = (field: string, problem: string): Response =>
  jsonError(422, `${field}: ${problem}`, { errors: { [field]: [problem] } });

/** The header that leads from a page of so many items to the next one (RFC 8288). */
export function linkToNext(request: Request, limit: number, { createdAt, id }: Cursor): HeadersInit {
  const { pathname } = new URL(request.url);
  const address = `${env.SITE_ORIGIN}${pathname}?limit=${limit}&after=${createdAt.getTime()}-${id}`;
  return { Link: `<${address}>; rel="next"` };
}
