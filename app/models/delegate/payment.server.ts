// Payments, as organisers or a checkout's list report them (docs/decisions/places.md). No amounts.
import { and, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { isAnyOfSql } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { paymentOf } from "#app/vocabulary/delegate-status.ts";
import { PAID_PASSES, PAID_PLANS } from "#app/vocabulary/pass.ts";

/** Null if there is nothing to pay. `checkout`: where the delegate pays, or null if they have paid. */
export type Payment = { checkout: string | null } | null;

/** For the delegate’s own pages and letters. Only those with a place are sent to a checkout. */
export function paymentFor(delegate: Delegate): Payment {
  const { registrationType: type, reference } = delegate;
  const place = placeOf(delegate);
  const payment = place === "held" && paymentOf({ ...delegate, place });
  if (!payment) return null;
  const link = PAID_PLANS.find(({ pass }) => pass === type)?.action.href ?? "";
  return { checkout: payment === "paid" ? null : link.replaceAll("{reference}", reference) };
}

/** SQL. The plus sign keeps SQLite from using the counting index. */
export const HAS_PAID_PASS = inArray(sql`+${delegates.registrationType}`, PAID_PASSES);

/** Marks those whose pass is paid for. Returns how many were not yet marked so. */
export const setPaid = (tx: Db, ids: readonly number[], isPaid: boolean): number =>
  tx
    .update(delegates)
    .set({ paidAt: isPaid ? new Date() : null })
    .where(and(isAnyOfSql(delegates.id, ids), HAS_PAID_PASS, (isPaid ? isNull : isNotNull)(delegates.paidAt)))
    .run().changes;
