import { notInArray } from "drizzle-orm";
import { delegates } from "#app/db/schema.server.ts";
import { listIdsByFamilyName } from "#app/models/delegate/family-name-order.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";

export const DOOR_LIST_PAGE_SIZE = 500;

/** Lists delegates who have not declined or cancelled. A page past the end means the last page. */
export async function listExpectedDelegates(wantedPage = 1) {
  const expected = listIdsByFamilyName(notInArray(delegates.status, ["declined", "cancelled"]));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(expected.length / DOOR_LIST_PAGE_SIZE)));
  const shown = expected.slice((page - 1) * DOOR_LIST_PAGE_SIZE, page * DOOR_LIST_PAGE_SIZE);
  return { delegates: await readDelegates(shown), total: expected.length, page };
}
