import { notInArray } from "drizzle-orm";
import { delegates } from "#app/db/schema.server.ts";
import { idsByFamilyName } from "#app/models/delegate/family-name-order.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";

export const DOOR_LIST_PAGE = 500;

/** Lists delegates who are not declined or cancelled. A page number beyond the end returns the last page. */
export async function listExpected(wantedPage = 1) {
  const expected = idsByFamilyName(notInArray(delegates.status, ["declined", "cancelled"]));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(expected.length / DOOR_LIST_PAGE)));
  const shown = expected.slice((page - 1) * DOOR_LIST_PAGE, page * DOOR_LIST_PAGE);
  return { delegates: await readDelegates(shown), total: expected.length, page };
}
