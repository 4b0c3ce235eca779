import { notInArray } from "drizzle-orm";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { idsByFamily } from "#app/models/delegate/family-order.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";

/** How many people a screen of the door's list has: ten sheets of paper or so. */
export const DOOR_LIST_PAGE = 500;

/**
 * Everybody who is expected, by family name, a page at a time (from 1; one that is not there is the last): those who neither
 * were declined nor cancelled.
 */
export async function listExpected(
  wantedPage = 1,
): Promise<{ delegates: Delegate[]; total: number; page: number }> {
  const expected = idsByFamily(notInArray(delegates.status, ["declined", "cancelled"]));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(expected.length / DOOR_LIST_PAGE)));
  const shown = expected.slice((page - 1) * DOOR_LIST_PAGE, page * DOOR_LIST_PAGE);
  return { delegates: await readDelegates(shown), total: expected.length, page };
}
