import { asc, notInArray } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";
import { splitName } from "#app/models/delegate/surname.ts";

/** How many people a screen of the door's list has: ten sheets of paper or so. */
export const DOOR_LIST_PAGE = 500;

/**
 * Everybody who is expected, by surname, a page at a time (from 1; one that is not there is the last): those who neither
 * were declined nor cancelled.
 */
export async function listExpected(
  wantedPage = 1,
): Promise<{ delegates: Delegate[]; total: number; page: number }> {
  const expected = db
    .select({ id: delegates.id, text: delegates.searchText })
    .from(delegates)
    .where(notInArray(delegates.status, ["declined", "cancelled"]))
    .orderBy(asc(delegates.searchText), asc(delegates.id))
    .all()
    .map(({ id, text }) => ({ id, surname: surnameIn(text) }))
    // Those with one surname stay in the order of their names.
    .sort((one, other) => (one.surname < other.surname ? -1 : Number(one.surname > other.surname)));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(expected.length / DOOR_LIST_PAGE)));
  const shown = expected.slice((page - 1) * DOOR_LIST_PAGE, page * DOOR_LIST_PAGE);
  return { delegates: await readDelegates(shown.map(({ id }) => id)), total: expected.length, page };
}

/** Of the name, which is the first line of the text that searches read; a single word counts as one. */
const surnameIn = (searchText: string): string => {
  const { given, surname } = splitName(searchText.slice(0, searchText.indexOf("\n")));
  return surname || given;
};
