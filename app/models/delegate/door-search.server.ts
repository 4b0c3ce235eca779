// The door: who is meant by what was typed, pasted or scanned (issue 6, 3; issue 17, 4).
import { asc, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { RANKS, type Rank, ranker, readQuery } from "#app/models/delegate/query.ts";
import { foundBy, readDelegates } from "#app/models/delegate/search.server.ts";

/** How many people a page of the results has. */
const PAGE_SIZE = 20;

/**
 * A page of the people whom a query may mean, the likeliest first, from 1; one that is not there is the last. Whoever is
 * not to know addresses and telephone numbers finds nobody by one: `byContact` false.
 */
export async function findAtDoor(
  query: string,
  wantedPage = 1,
  byContact = true,
): Promise<{ found: Delegate[]; total: number; offset: number; page: number; pageCount: number }> {
  const ranked = rank(query, byContact);
  const ids = RANKS.flatMap((name) => ranked[name] ?? []);
  const pageCount = Math.max(1, Math.ceil(ids.length / PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const offset = (page - 1) * PAGE_SIZE;
  const found = await readDelegates(ids.slice(offset, offset + PAGE_SIZE));
  return { found, total: ids.length, offset, page, pageCount };
}

/** The ids of those who have this name, in any spelling and order that the door knows, or, `byEmail`, this address. */
export function idsOfKnown({ name, email }: { name: string; email: string }, byEmail: boolean): number[] {
  const withEmail = db
    .select({ id: delegates.id })
    .from(delegates)
    .where(byEmail && email ? sql`lower(${delegates.email}) = lower(${email})` : sql`false`)
    .all();
  return [...new Set([...(rank(name, false)["whole name"] ?? []), ...withEmail.map(({ id }) => id)])];
}

/** The ids of those whom the query finds, in each rank by name. */
function rank(typed: string, byContact: boolean): Partial<Record<Rank, number[]>> {
  const query = readQuery(typed);
  if (query === null) return {};
  const rankOf = query.token === null ? ranker(query, byContact) : () => RANKS[0];
  const candidates = db
    .select({ id: delegates.id, text: delegates.searchText })
    .from(delegates)
    .where(foundBy(query))
    .orderBy(asc(delegates.searchText), asc(delegates.id))
    .all();
  const ranked: Partial<Record<Rank, number[]>> = {};
  for (const { id, text } of candidates) {
    const rank = rankOf(text);
    if (rank === null) continue;
    ranked[rank] ??= [];
    ranked[rank].push(id);
  }
  return ranked;
}
