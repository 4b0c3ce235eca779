import { and, count, desc, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { isAskingWhoComes } from "#app/conference/day.server.ts";
import { batch, db } from "#app/db/connection.server.ts";
import { idsParameter, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { countUndoable } from "#app/models/changeset/undo.server.ts";
import {
  createDelegateCounter,
  currentDelegatesVersion,
  IS_WAITING,
  WITH_PLACE,
} from "#app/models/delegate/counts.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import type { DelegateFilter, DelegateSort } from "#app/models/delegate/filter.ts";
import { HAS_PAID_PASS } from "#app/models/delegate/payment.server.ts";
import { type DelegateQuery, parseQuery } from "#app/models/delegate/search-query.ts";
import { createSearchText, SEARCH_TEXT_VERSION } from "#app/models/delegate/search-text.ts";
import { listSessionsOfListedSpeakers } from "#app/models/delegate/speaker-delegates.server.ts";
import { toPage } from "#app/platform/pages.ts";
import { DESK_TABS, splitPasses } from "#app/vocabulary/admin-passes.ts";
import {
  type DelegateGroup,
  type DelegateState,
  PAYMENTS,
  WAITING_STATES,
} from "#app/vocabulary/delegate-status.ts";
import { PAID_PASSES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { REFERENCE_GROUP_LENGTH } from "#app/vocabulary/registration.ts";

const PAGE_SIZE = 50;

/** Scans an index twice, to count and to list. A page past the end means the last page. */
export async function searchDelegates(filter: DelegateFilter, wantedPage: number) {
  const counts = countFor(filter);
  const page = toPage(counts.matching, wantedPage, PAGE_SIZE);
  const ids = selectIds(filter)
    .limit(PAGE_SIZE)
    .offset(page.offset)
    .all()
    .map(({ id }) => id);
  return { ...counts, ...page, delegates: await readDelegates(ids) };
}

function countFor(filter: DelegateFilter) {
  const { version, recentChanges } = db.get<{ version: string; recentChanges: number }>(
    sql`select ${currentDelegatesVersion} as version, ${countUndoable("status")} as recentChanges`,
  );
  const countOf = createDelegateCounter(version);
  return {
    recentChanges,
    total: countOf(),
    sessions: countOf(SPEAKER_PASS) > 0 ? listSessionsOfListedSpeakers() : null,
    tabs: DESK_TABS.map(({ text, type, status }) => {
      const counts = (type === null ? [null] : splitPasses(type)).map((one) => countOf(one, [status]));
      return { text, type, status, count: counts.reduce((all, count) => all + count) };
    }),
    groups: OFFERED.flatMap(([group, isOffered]) => (isOffered() ? [group] : [])),
    matching: countMatching(filter) ?? countOf(),
  };
}

/** Returns null if all delegates match, because their number is known. */
function countMatching(filter: DelegateFilter): number | null {
  const condition = filterCondition(filter);
  if (!condition) return null;
  return db.select({ count: count() }).from(delegates).where(condition).get()?.count ?? 0;
}

const ORDERS = {
  newest: [desc(delegates.createdAt), desc(delegates.id)],
  oldest: [delegates.createdAt, delegates.id],
  name: [delegates.searchText, delegates.id],
} satisfies Record<DelegateSort, unknown[]>;

const selectIds = (filter: DelegateFilter) =>
  db
    .select({ id: delegates.id })
    .from(delegates)
    .where(filterCondition(filter))
    .orderBy(...ORDERS[filter.sort])
    .$dynamic();

export async function listMatchingIds(filter: DelegateFilter): Promise<number[]> {
  return selectIds(filter)
    .all()
    .map(({ id }) => id);
}

const selectDelegates = prepareOnce(() =>
  db
    .select()
    .from(delegates)
    .where(inArray(delegates.id, idsParameter("ids")))
    .prepare(),
);

export async function readDelegates(ids: readonly number[]): Promise<Delegate[]> {
  if (ids.length === 0) return [];
  const rows = selectDelegates().all({ ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The plus signs stop SQLite from using the counting index, so each list uses its own index. */
export function filterCondition({ q, type, track, status, only, session }: DelegateFilter): SQL | undefined {
  const query = parseQuery(q);
  return and(
    query === null ? undefined : queryCondition(query),
    type === null ? undefined : inArray(sql`+${delegates.registrationType}`, splitPasses(type)),
    track === null
      ? undefined
      : track === "none"
        ? isNull(delegates.favoredStream)
        : eq(delegates.favoredStream, track),
    status === null ? undefined : stateCondition(status),
    only === null ? undefined : GROUP_CONDITIONS[only],
    session === null
      ? undefined
      : sql`+${delegates.speakerId} in (select speaker_id from connections where program_session_id = ${session})`,
  );
}

/** Without a waiting list, an index has the whole answer. */
export const IS_NOT_WAITING = WAITING_STATES.length > 0 ? not(IS_WAITING) : undefined;

function stateCondition(state: DelegateState): SQL | undefined {
  if (state === "waiting") return IS_WAITING;
  const has = sql`+${delegates.status} = ${state}`;
  return state === "pending" ? and(has, IS_NOT_WAITING) : has;
}

/** By group: those who have not said whether they are coming, and those who have paid or have not. */
const GROUP_CONDITIONS: Record<DelegateGroup, SQL | undefined> = {
  silent: sql`(${delegates.comingAt} is null and +${delegates.status} in ('pending', 'confirmed')
    and not ${IS_WAITING} and +${delegates.registrationType} <> ${SPEAKER_PASS})`,
  unpaid: and(
    HAS_PAID_PASS,
    isNull(delegates.paidAt),
    inArray(sql`+${delegates.status}`, WITH_PLACE),
    not(IS_WAITING),
  ),
  paid: and(HAS_PAID_PASS, isNotNull(delegates.paidAt)),
};

/** Groups to filter by, and whether the list offers them now. */
const OFFERED: [group: DelegateGroup, isOffered: () => boolean][] = [
  ["silent", isAskingWhoComes],
  ...PAYMENTS.map((payment): [DelegateGroup, () => boolean] => [payment, () => PAID_PASSES.length > 0]),
];

/** The number of delegates who have not said whether they are coming, while they are asked. */
export const countSilent = () => (isAskingWhoComes() ? db.$count(delegates, GROUP_CONDITIONS.silent) : 0);

/** Matches a private link, or else all words, a reference or a phone number. */
export function queryCondition({ token, reference, phone, words }: DelegateQuery): SQL {
  const isIn = (rows: SQL) => sql`${delegates.id} in (select d.id from delegates d where ${rows})`;
  if (token !== null) return isIn(sql`d.link_token = ${token}`);
  // 'G' ends the range of references with this prefix, because references are hexadecimal.
  const isReferred =
    reference === null
      ? undefined
      : isIn(sql`d.reference >= ${reference} and d.reference < ${`${reference}G`}`);
  const hasWords = and(...words.map((ways) => or(...ways.map(contains))));
  const isHalf = reference?.length === REFERENCE_GROUP_LENGTH ? contains(reference.toLowerCase()) : undefined;
  return or(hasWords, isReferred, isHalf, phone === null ? undefined : contains(phone)) ?? sql`false`;
}

const contains = (part: string): SQL =>
  sql`${delegates.searchText} like ${`%${part.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;

const COMPLETED_AT_ONCE = 200;

/** Generates missing or outdated search texts during maintenance, so that searches never write. */
export async function completeSearchTexts(): Promise<void> {
  // Keeps search texts from a newer release, which may be running at the same time.
  const isOlder = sql`substr(${delegates.searchText}, -2) not between ${`\n${SEARCH_TEXT_VERSION}`} and ${"\n9"}`;
  const older = db.select({ id: delegates.id }).from(delegates).where(isOlder).all();
  const complete = db
    .update(delegates)
    .set({ searchText: sql`${sql.placeholder("text")}`, updatedAt: sql`${delegates.updatedAt}` })
    .where(eq(delegates.id, sql.placeholder("id")))
    .prepare();
  for (let at = 0; at < older.length; at += COMPLETED_AT_ONCE) {
    const ids = JSON.stringify(older.slice(at, at + COMPLETED_AT_ONCE).map(({ id }) => id));
    await batch(() => {
      // Reads the rows again, because a delegate may have been corrected meanwhile.
      for (const delegate of selectDelegates().all({ ids }))
        complete.run({ id: delegate.id, text: createSearchText(delegate) });
    });
  }
}
