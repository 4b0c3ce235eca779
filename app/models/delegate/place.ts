import type { DelegateStatus, Place } from "#app/vocabulary/delegate-status.ts";

type PlaceFacts = {
  status: DelegateStatus;
  queuedAt: Date | null;
  offeredUntil: Date | null;
  placedAt: Date | null;
};

/** Confirmed and checked-in delegates have a place, even if they were on the waiting list. */
export function placeOf({ status, queuedAt, offeredUntil, placedAt }: PlaceFacts, now = new Date()): Place {
  if (status === "declined" || status === "cancelled") return null;
  if (status !== "pending" || queuedAt === null || placedAt !== null) return "held";
  if (offeredUntil === null) return "waiting";
  return offeredUntil > now ? "offered" : "ended";
}
