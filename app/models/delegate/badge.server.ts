import { eq, inArray } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { idsByFamily } from "#app/models/delegate/family-order.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";

/** How many badges a screen has: 25 sheets of paper, what a browser prints without a pause. */
export const BADGES_A_PAGE = 250;

/**
 * Whose badges are printed, by family name: everybody who is confirmed or was checked in, a page at a time
 * (from 1), or with `id` one person, whatever their status: at the door somebody has decided already. `pending` is how
 * many are left out because nobody has decided yet.
 */
export async function listBadges({
  id = null,
  page = 1,
}: {
  id?: number | null;
  page?: number;
}): Promise<{ delegates: Delegate[]; total: number; pending: number }> {
  const isMeant = id === null ? inArray(delegates.status, ["confirmed", "attended"]) : eq(delegates.id, id);
  const ids = idsByFamily(isMeant);
  const shown = ids.slice((page - 1) * BADGES_A_PAGE, page * BADGES_A_PAGE);
  const pending = id === null ? await db.$count(delegates, eq(delegates.status, "pending")) : 0;
  return { pending, delegates: await readDelegates(shown), total: ids.length };
}
