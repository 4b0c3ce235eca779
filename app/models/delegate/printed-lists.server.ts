// Lists of delegates by family name, for printing: the door list and badges.
import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { filterCondition, IS_NOT_WAITING, readDelegates } from "#app/models/delegate/search.server.ts";
import { readSortName } from "#app/models/delegate/search-text.ts";
import { toPage } from "#app/platform/pages.ts";

const collator = new Intl.Collator(conference.locale);
/** Dutch and German lists, but not Belgian ones, put Kees van der Berg under B. */
const nameOf = /^(?:nl|de)\b(?!-BE)/.test(conference.locale)
  ? (text: string) => readSortName(text).replace(/^(?:\P{Lu}\S* )+(?=\p{Lu})/u, "")
  : readSortName;

const listIdsByFamilyName = (where: SQL | undefined, filter: DelegateFilter): number[] =>
  db
    .select({ id: delegates.id, text: delegates.searchText })
    .from(delegates)
    .where(and(where, filterCondition(filter)))
    .orderBy(sql`${delegates.searchText}, ${delegates.id}`)
    .all()
    .map(({ id, text }) => ({ id, name: nameOf(text) }))
    .sort((one, other) => collator.compare(one.name, other.name))
    .map(({ id }) => id);

const DOOR_LIST_PAGE_SIZE = 500;

/** Lists delegates with a place who have not declined or cancelled. A page past the end means the last page. */
export async function listExpectedDelegates(wantedPage = 1, filter = NO_FILTER) {
  const isExpected = and(notInArray(delegates.status, ["declined", "cancelled"]), IS_NOT_WAITING);
  const expected = listIdsByFamilyName(isExpected, filter);
  const page = toPage(expected.length, wantedPage, DOOR_LIST_PAGE_SIZE);
  const shown = expected.slice(page.offset, page.offset + DOOR_LIST_PAGE_SIZE);
  return { delegates: await readDelegates(shown), total: expected.length, ...page };
}

/** Number of badges on 200 sheets of paper. */
export const BADGES_PER_PAGE = 2_000;

type BadgeQuery = { id?: number | null; page?: number; filter?: DelegateFilter };

/** Lists confirmed and checked-in delegates by family name, or only the delegate with `id`. */
export async function listBadges({ id = null, page = 1, filter = NO_FILTER }: BadgeQuery) {
  const isMeant = id === null ? inArray(delegates.status, ["confirmed", "attended"]) : eq(delegates.id, id);
  const ids = listIdsByFamilyName(isMeant, filter);
  const shown = ids.slice((page - 1) * BADGES_PER_PAGE, page * BADGES_PER_PAGE);
  return { delegates: await readDelegates(shown), total: ids.length };
}
