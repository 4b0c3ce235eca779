// Finding delegates among tens of thousands (issue 6, "The delegates desk").

import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { idsIn, prepared } from "#app/db/prepared.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { currentVersion, delegateCounts } from "#app/models/delegate/counts.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter, DelegateSort } from "#app/models/delegate/filter.ts";
import { fold, searchTextOf } from "#app/models/delegate/search-text.ts";
import { isRemembered, latestRevision, statusAt } from "#app/models/delegate/status-revision.server.ts";
import { isRecentJob } from "#app/models/delegate/status-undo.server.ts";
import { undoableSince } from "#app/models/editable/deletion-lifetime.server.ts";

/** How many delegates stand on a page of the desk. */
const PAGE_SIZE = 50;

/** Longer searches are cut: nobody types more than this, and each word costs a look at every delegate. */
const Q_LIMIT = 200;
const WORD_LIMIT = 8;

/**
 * A page of the delegates that match. A page that is not there is the last one.
 *
 * A search reads one index from end to end, twice: once to count, once to find the page. For 50,000
 * delegates that is some milliseconds, less than drawing the page takes (docs/decisions/017).
 */
export async function searchDelegates(wanted: DelegateFilter, wantedPage: number) {
  // What is too long ago is not known any more: then it is the list as it is now.
  const isKnown = wanted.asOf === null || isRemembered(db, wanted.asOf.revision);
  const filter = isKnown ? wanted : { ...wanted, asOf: null };
  const counts = countFor(filter);
  const pageCount = Math.max(1, Math.ceil(counts.matching / PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const offset = (page - 1) * PAGE_SIZE;
  const ids = selectIds(filter)
    .limit(PAGE_SIZE)
    .offset(offset)
    .all()
    .map(({ id }) => id);
  return { ...counts, page, pageCount, offset, delegates: await readDelegates(ids) };
}

/** What the page of a list says beside its people. */
function countFor(filter: DelegateFilter) {
  const { version, ...state } = readState(filter);
  const countOf = delegateCounts(version);
  return {
    ...state,
    /** All there are. */
    total: countOf(),
    /** Journalists who wait for their accreditation. */
    press: countOf("media_pass", ["pending"]),
    ...(countMatching(filter) ?? { matching: countOf(), standing: countOf(), current: countOf() }),
  };
}

function readState(filter: DelegateFilter) {
  const state = db
    .select({
      version: currentVersion,
      /** The newest id: what comes later has not been seen by whoever looks at this page. */
      latestId: filter.asOf === null ? LATEST_ID : sql<number>`${filter.asOf.latestId}`,
      /** The last change of anybody's status that this page knows of. */
      revision: latestRevision,
      /** Changes of status that go on. */
      runningJobs: sql<number>`(select count(*) from status_jobs where finished_at is null)`,
      /** Changes of status that can still be undone. */
      recentChanges: sql<number>`(select count(*) from status_jobs where ${isRecentJob()})`,
      /** Imports and corrections that can still be undone, each on its own screen. */
      undoableElsewhere: sql<number>`exists (select 1 from deletions where subject = 'delegate import'
        and created_at >= ${undoableSince().getTime()})
        or coalesce((select created_at from corrections where id = (select max(id) from corrections)), 0) >= ${undoableSince().getTime()}`,
    })
    .from(sql`(select 1)`)
    .get();
  // It is one row, always.
  return state as NonNullable<typeof state>;
}

const LATEST_ID = sql<number>`(select coalesce(max(id), 0) from delegates)`;

/**
 * Who is in the list, on all of its pages (`matching`), who of them matches as they are now (`standing`), and who does
 * by now, whoever has come since (`current`). Null where all are meant.
 */
function countMatching(filter: DelegateFilter) {
  const { asOf } = filter;
  const listed = isListed(filter);
  if (!listed) return null;
  if (asOf === null) {
    const matching = db.select({ count: count() }).from(delegates).where(listed).get()?.count ?? 0;
    return { matching, standing: matching, current: matching };
  }
  // Without a filter all match.
  const countOf = (where: SQL = sql`true`) => sql<number>`count(*) filter (where ${where})`;
  const standing = and(lte(delegates.id, asOf.latestId), matches(filter));
  const counts = db
    .select({ matching: countOf(listed), standing: countOf(standing), current: countOf(matches(filter)) })
    .from(delegates)
    .get();
  return counts ?? { matching: 0, standing: 0, current: 0 };
}

/** Who is in a list that stays as it was: what they were then decides, where they have changed since. */
function isListed(filter: DelegateFilter): SQL | undefined {
  if (filter.asOf === null) return matches(filter);
  const { revision, latestId } = filter.asOf;
  const changedSince = sql`select delegate_id from status_revisions where revision > ${revision}`;
  const wasThen = sql`iif(${delegates.id} in (${changedSince}), ${statusAt(revision)}, ${delegates.status})`;
  return and(lte(delegates.id, latestId), matches(filter, wasThen));
}

const ORDERS: Record<DelegateSort, SQL[]> = {
  newest: [desc(delegates.createdAt), desc(delegates.id)],
  oldest: [asc(delegates.createdAt), asc(delegates.id)],
  name: [asc(delegates.searchText), asc(delegates.id)],
};

const selectIds = (filter: DelegateFilter) =>
  db
    .select({ id: delegates.id })
    .from(delegates)
    .where(isListed(filter))
    .orderBy(...ORDERS[filter.sort])
    .$dynamic();

/** The ids of all that match, in their order. */
export async function listMatchingIds(filter: DelegateFilter): Promise<number[]> {
  return selectIds(filter)
    .all()
    .map(({ id }) => id);
}

/** Whether the list with this filter has anybody, as it is now. */
export const isAnyoneFound = (filter: DelegateFilter): boolean =>
  db.select({ id: delegates.id }).from(delegates).where(matches(filter)).limit(1).get() !== undefined;

const selectDelegates = prepared(() =>
  db
    .select()
    .from(delegates)
    .where(inArray(delegates.id, idsIn("ids")))
    .prepare(),
);

/** The delegates with these ids in this order, without those who are not there any more. */
export async function readDelegates(ids: readonly number[]): Promise<Delegate[]> {
  if (ids.length === 0) return [];
  const rows = selectDelegates().all({ ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Who matches. The plus signs keep SQLite from looking up a type or a status by the index that counts them: a list
 * reads the one that is in its order. `statusOf` is where their status is looked up, in the row unless it is an earlier one's. */
export function matches(
  { q, type, track, status }: DelegateFilter,
  statusOf: SQLWrapper = delegates.status,
): SQL | undefined {
  return and(
    textCondition(q),
    type === null ? undefined : sql`+${delegates.registrationType} = ${type}`,
    track === null
      ? undefined
      : track === "none"
        ? isNull(delegates.favoredStream)
        : eq(delegates.favoredStream, track),
    status === null ? undefined : sql`+${statusOf} = ${status}`,
  );
}

/** Every word is somewhere in it; or it is a reference, however it is spelled. */
function textCondition(q: string): SQL | undefined {
  const wanted = fold(q.slice(0, Q_LIMIT));
  const words = wanted.split(" ").filter(Boolean).slice(0, WORD_LIMIT);
  if (words.length === 0) return undefined;
  const reference = asReference(wanted);
  return or(
    and(...words.map(contains)),
    // The last line of the text, from its beginning.
    reference === null ? undefined : sql`${delegates.searchText} like ${`%\n${reference}%`}`,
  );
}

/** Such a word somewhere in the text that is searched. */
export const contains = (word: string): SQL =>
  sql`${delegates.searchText} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;

/** What may be the beginning of a reference, as it is stored, or null. Read out aloud, O is 0, and I is 1. */
function asReference(folded: string): string | null {
  const digits = folded
    .replace(/[\s#.-]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return /^[0-9a-f]{3,10}$/.test(digits) ? digits : null;
}

const COMPLETED_AT_ONCE = 500;

/**
 * Gives rows that this program did not write the text that searches read: they came by an older version of it,
 * or by hand. Part of the upkeep, so that reading never writes. Without such rows it is a look into an index.
 */
export async function completeSearchTexts(): Promise<void> {
  const complete = db
    .update(delegates)
    .set({ searchText: sql`${sql.placeholder("text")}`, updatedAt: sql`${delegates.updatedAt}` })
    .where(eq(delegates.id, sql.placeholder("id")))
    .prepare();
  for (;;) {
    const without = db
      .select()
      .from(delegates)
      .where(eq(delegates.searchText, ""))
      .limit(COMPLETED_AT_ONCE)
      .all();
    if (without.length === 0) return;
    await batch(() => {
      for (const delegate of without) {
        complete.run({ id: delegate.id, text: searchTextOf(delegate) });
      }
    });
  }
}
