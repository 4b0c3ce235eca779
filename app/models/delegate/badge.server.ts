import { eq, inArray } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { listIdsByFamilyName } from "#app/models/delegate/family-name-order.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";

/** Number of badges on 25 sheets of paper. Browsers print this many without a delay. */
export const BADGES_PER_PAGE = 250;

/** Lists confirmed and checked-in delegates by family name, or only the delegate with `id`. */
export async function listBadges({ id = null, page = 1 }: { id?: number | null; page?: number }) {
  const isMeant = id === null ? inArray(delegates.status, ["confirmed", "attended"]) : eq(delegates.id, id);
  const ids = listIdsByFamilyName(isMeant);
  const shown = ids.slice((page - 1) * BADGES_PER_PAGE, page * BADGES_PER_PAGE);
  const pending = id === null ? await db.$count(delegates, eq(delegates.status, "pending")) : 0;
  return { pending, delegates: await readDelegates(shown), total: ids.length };
}
