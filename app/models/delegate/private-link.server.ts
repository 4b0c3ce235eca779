import { and, eq, isNull } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { isAskingWhoComes } from "#app/conference/day.server.ts";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { runChangeset } from "#app/models/changeset/changeset.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { changeStatusIfAsShown } from "#app/models/delegate/status.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { SPEAKER_PASS } from "#app/vocabulary/pass.ts";

export const canCancel = ({ status }: Delegate): boolean => status === "pending" || status === "confirmed";

/** The note of the delegate’s pass, such as directions, for those confirmed. */
export function passNote({ status, registrationType }: Delegate): string | null {
  if (status !== "confirmed" && status !== "attended") return null;
  return conference.passes.find(({ id }) => id === registrationType)?.note ?? null;
}

/** Speakers are not asked, because they take no place. */
export const isAskedIfComing = (delegate: Delegate): boolean =>
  isAskingWhoComes() &&
  canCancel(delegate) &&
  placeOf(delegate) === "held" &&
  delegate.registrationType !== SPEAKER_PASS;

export async function getRegistrationByLink(linkToken: string): Promise<Delegate | null> {
  return findByLink(db, linkToken);
}

export function findByLink(tx: Db, linkToken: string): Delegate | null {
  if (!/^[0-9a-f]{32}$/.test(linkToken)) return null;
  return tx.select().from(delegates).where(eq(delegates.linkToken, linkToken)).get() ?? null;
}

/** `asked`: the status has changed since the page loaded. `refused`: it is too late to cancel. */
export type CancelResult = { outcome: "cancelled" | "asked" | "refused" | "unknown" };

export async function cancelByLink(linkToken: string, shown: string | null): Promise<CancelResult> {
  return runChangeset({ actor: "delegate" }, "status", (tx): CancelResult => {
    const delegate = findByLink(tx, linkToken);
    if (!delegate) return { outcome: "unknown" };
    const { id, status } = delegate;
    // The holder submitted the form twice, or an organiser cancelled the registration first.
    if (status === "cancelled") return { outcome: "cancelled" };
    if (!canCancel(delegate)) return { outcome: "refused" };
    const was = DELEGATE_STATUSES.find((known) => known === shown) ?? null;
    const outcomes = changeStatusIfAsShown(tx, [{ id, shown: was }], "cancelled");
    return { outcome: outcomes.get(id) === "changed" ? "cancelled" : "asked" };
  });
}

/** Stores when the delegate first said that they are coming. False if they are not asked. */
export const sayComingByLink = (linkToken: string): Promise<boolean> =>
  runChangeset({ actor: "delegate" }, "coming", (tx) => {
    const delegate = findByLink(tx, linkToken);
    if (!delegate || !isAskedIfComing(delegate)) return false;
    const isFirst = and(eq(delegates.id, delegate.id), isNull(delegates.comingAt));
    tx.update(delegates).set({ comingAt: new Date() }).where(isFirst).run();
    return true;
  });

/** `until`: when the offer ended. `none`: no place was offered. */
export type TakePlaceResult = { outcome: "taken" | "none" | "unknown" } | { outcome: "ended"; until: string };

/** Takes the offered place. A delegate who already has a place gets the same result. */
export async function takePlaceByLink(linkToken: string): Promise<TakePlaceResult> {
  return runChangeset({ actor: "delegate" }, "took the place", (tx): TakePlaceResult => {
    const delegate = findByLink(tx, linkToken);
    if (!delegate) return { outcome: "unknown" };
    const place = placeOf(delegate);
    if (place === "held") return { outcome: "taken" };
    if (place === "ended") return { outcome: place, until: String(delegate.offeredUntil?.toISOString()) };
    if (place !== "offered") return { outcome: "none" };
    tx.update(delegates).set({ placedAt: new Date() }).where(eq(delegates.id, delegate.id)).run();
    enqueueMail(delegate.id, "registered");
    return { outcome: "taken" };
  });
}
