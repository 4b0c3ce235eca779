// The door: who is meant by what was typed, pasted or scanned (issue 6, 3; issue 17, 4).
import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { DOOR_RANKS, type DoorRank, doorRanker, doorWords, joined } from "#app/models/delegate/door-rank.ts";
import { contains, readDelegates } from "#app/models/delegate/search.server.ts";

/** How many people a page of the results has. */
const PAGE_SIZE = 20;
const QUERY_LIMIT = 200;

/** What somebody typed, pasted or scanned, as what it can be. */
type DoorQuery =
  | { kind: "link"; token: string }
  | { kind: "reference"; reference: string }
  | { kind: "words"; words: string[]; prefix: string | null };

/**
 * Reads what was typed at the door: a private link or its token, a reference in any spelling, or words
 * of a name or an email address. Four hexadecimal digits and more may be the beginning of a reference
 * (`prefix`) as well as a name, such as Abba.
 */
function readDoorQuery(query: string): DoorQuery {
  // Emails that went out before the link had an address of its own have it behind `?registration=`.
  const token = /(?:^|\/registration\/|[?&]registration=)([0-9a-f]{32})(?:[/?&#]|$)/i.exec(query.trim())?.[1];
  if (token) return { kind: "link", token: token.toLowerCase() };
  const digits = query.toUpperCase().replace(/[\s\-–—_.:/]/g, "");
  if (/^[0-9A-F]{10}$/.test(digits)) return { kind: "reference", reference: digits };
  // Read from a badge or over the telephone: no reference has the letters O, I and L.
  if (/^[0-9A-FOIL]{10}$/.test(digits) && /\d/.test(digits)) {
    return { kind: "reference", reference: digits.replaceAll("O", "0").replace(/[IL]/g, "1") };
  }
  const words = doorWords(query.slice(0, QUERY_LIMIT));
  return { kind: "words", words, prefix: /^[0-9A-F]{4,9}$/.test(digits) ? digits : null };
}

/**
 * A page of the people whom a query may mean, the likeliest first, from 1; one that is not there is the last. Whoever is
 * not to know their addresses finds nobody by one: `byEmail` false.
 */
export async function findAtDoor(
  query: string,
  wantedPage = 1,
  byEmail = true,
): Promise<{ found: Delegate[]; total: number; offset: number; page: number; pageCount: number }> {
  const ids = idsFor(readDoorQuery(query), byEmail);
  const pageCount = Math.max(1, Math.ceil(ids.length / PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const offset = (page - 1) * PAGE_SIZE;
  const found = await readDelegates(ids.slice(offset, offset + PAGE_SIZE));
  return { found, total: ids.length, offset, page, pageCount };
}

function idsFor(wanted: DoorQuery, byEmail: boolean): number[] {
  if (wanted.kind === "link") return selectIds(eq(delegates.linkToken, wanted.token));
  if (wanted.kind === "reference") return selectIds(eq(delegates.reference, wanted.reference));
  const ranked = rank(wanted.words, byEmail);
  // References are in capitals and digits, so that everything beginning with a prefix sorts before it and 'G'.
  const { prefix } = wanted;
  const isAfterPrefix = and(gte(delegates.reference, `${prefix}`), lt(delegates.reference, `${prefix}G`));
  ranked["beginning of the reference"] = prefix === null ? [] : selectIds(isAfterPrefix);
  return [...new Set(DOOR_RANKS.flatMap((name) => ranked[name] ?? []))];
}

const selectIds = (where: SQL | undefined): number[] =>
  db
    .select({ id: delegates.id })
    .from(delegates)
    .where(where)
    .all()
    .map(({ id }) => id);

/** The ids of those who have this name, in any spelling and order that the door knows, or, `byEmail`, this address. */
export const idsOfKnown = ({ name, email }: { name: string; email: string }, byEmail: boolean): number[] => [
  ...new Set([
    ...(rank(doorWords(name), false)["whole name"] ?? []),
    ...(byEmail && email ? selectIds(sql`lower(${delegates.email}) = lower(${email})`) : []),
  ]),
];

/** Those who fit the words, in each rank by name. All have each word somewhere, which the database looks up. */
function rank(words: readonly string[], byEmail: boolean): Partial<Record<DoorRank, number[]>> {
  if (words.length === 0) return {};
  const rankOf = doorRanker(words, byEmail);
  // Raw: there may be tens of thousands.
  const candidates = db.all<{ id: number; text: string }>(sql`
    select id, search_text as text from delegates
    where ${and(...words.map((word) => hasWord(joined(word))))}
    order by search_text, id`);
  const ranked: Partial<Record<DoorRank, number[]>> = {};
  for (const { id, text } of candidates) {
    const rank = rankOf(text);
    if (rank === null) continue;
    ranked[rank] ??= [];
    ranked[rank].push(id);
  }
  return ranked;
}

/** The word is in it, whatever apostrophes and hyphens are left out. Most texts have none, which is found out sooner. */
const hasWord = (word: string): SQL =>
  sql`(${contains(word)} or (${HAS_MARKS} and instr(${UNMARKED}, ${word}) > 0))`;
const UNMARKED = sql`replace(replace(${delegates.searchText}, '''', ''), '-', '')`;
const HAS_MARKS = sql`(${delegates.searchText} like '%''%' or ${delegates.searchText} like '%-%')`;
