import { asc, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { queryCondition, readDelegates } from "#app/models/delegate/search.server.ts";
import {
  createRanker,
  listScannedCodes,
  MATCH_RANKS,
  type MatchRank,
  parseQuery,
} from "#app/models/delegate/search-query.ts";
import { toPage } from "#app/platform/pages.ts";

const PAGE_SIZE = 20;

export async function searchDelegatesAtDoor(query: string, wantedPage = 1, byContact = true) {
  const ways = [query, ...listScannedCodes(query)].map((way) => rank(way, byContact));
  const ranked =
    ways.find((way) => MATCH_RANKS.some((name) => way.has(name))) ?? new Map<MatchRank, Delegate[]>();
  const ids = MATCH_RANKS.flatMap((name) => ranked.get(name) ?? []).map(({ id }) => id);
  const page = toPage(ids.length, wantedPage, PAGE_SIZE);
  const found = await readDelegates(ids.slice(page.offset, page.offset + PAGE_SIZE));
  return { found, total: ids.length, ...page };
}

export function findDelegateIdsByNameOrEmail(
  { name, email }: { name: string; email: string },
  byEmail: boolean,
): number[] {
  const withEmail = db
    .select({ id: delegates.id })
    .from(delegates)
    .where(byEmail && email ? sql`lower(${delegates.email}) = lower(${email})` : sql`false`)
    .all();
  const found = [...(rank(name, false).get("whole name") ?? []), ...withEmail];
  return [...new Set(found.map(({ id }) => id))];
}

function rank(typed: string, byContact: boolean): Map<MatchRank | null, { id: number }[]> {
  const query = parseQuery(typed);
  if (query === null) return new Map();
  const rankOf = query.token === null ? createRanker(query, byContact) : () => MATCH_RANKS[0];
  const candidates = db
    .select({ id: delegates.id, text: delegates.searchText })
    .from(delegates)
    .where(queryCondition(query))
    .orderBy(asc(delegates.searchText), asc(delegates.id))
    .all();
  return Map.groupBy(candidates, ({ text }) => rankOf(text));
}
