import { eq } from "drizzle-orm";
import { batch, type Db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { runChangesetWithin } from "#app/models/changeset/changeset.server.ts";
import { createDelegateCounter, listCountedPasses, WITH_PLACE } from "#app/models/delegate/counts.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { setStatus, statusBeforeCheckIn } from "#app/models/delegate/status.server.ts";
import { isOtherVersion } from "#app/models/editable/order.ts";
import { type DelegateStatus, stateOf } from "#app/vocabulary/delegate-status.ts";
import { passName } from "#app/vocabulary/pass.ts";

export async function countArrivals(): Promise<{ name: string; checkedIn: number; expected: number }[]> {
  const countOf = createDelegateCounter();
  return listCountedPasses(countOf).map((type) => ({
    name: passName(type),
    checkedIn: countOf(type, ["attended"]),
    expected: countOf(type, WITH_PLACE),
  }));
}

export type CheckInOutcome =
  | { outcome: "done" | "already" | "asks" | "stale"; delegate: Delegate }
  | { outcome: "gone"; delegate: null };

/**
 * Checks in an unconfirmed delegate only if their state is `anyway`, which the warning showed, and
 * only the version `seen` (ms), if it is given.
 */
export async function checkIn(
  id: number,
  actor: string,
  { anyway = null, formId, seen }: { anyway?: string | null; formId?: string; seen?: number } = {},
): Promise<CheckInOutcome> {
  return batch((tx): CheckInOutcome => {
    const delegate = find(tx, id);
    if (!delegate) return { outcome: "gone", delegate: null };
    const { outcome, status, at } = runChangesetWithin(tx, { actor, formId }, "check-in", () => {
      const state = stateOf({ ...delegate, place: placeOf(delegate) });
      const isStale = isOtherVersion(delegate.updatedAt, seen);
      const asks = state !== "confirmed" && state !== anyway;
      const refusal = delegate.status === "attended" ? "already" : asks ? "asks" : null;
      const outcome = isStale ? "stale" : (refusal ?? "done");
      const now = outcome === "done" ? change(tx, delegate, "attended") : delegate;
      const at = now.checkedInAt?.getTime() ?? null;
      return { ok: outcome === "done", outcome, status: now.status, at } as const;
    });
    return { outcome, delegate: { ...delegate, status, checkedInAt: at === null ? null : new Date(at) } };
  });
}

/** Returns null for an unknown delegate; `undone` is false if the delegate was not checked in. */
export async function undoCheckIn(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ undone: boolean; delegate: Delegate } | null> {
  return batch((tx) => {
    const delegate = find(tx, id);
    if (!delegate) return null;
    const undone = runChangesetWithin(tx, { actor, formId }, "undo check-in", () => {
      if (delegate.status !== "attended") return false;
      change(tx, delegate, statusBeforeCheckIn(delegate));
      return true;
    });
    return { undone, delegate: find(tx, id) ?? delegate };
  });
}

const find = (tx: Db, id: number) => tx.select().from(delegates).where(eq(delegates.id, id)).get();

function change(tx: Db, was: Delegate, status: DelegateStatus): Delegate {
  setStatus(tx, [was], status);
  return find(tx, was.id) ?? was;
}
