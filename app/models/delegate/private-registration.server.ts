import { eq, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { changeAsShown } from "#app/models/delegate/status.server.ts";
import { changeset } from "#app/models/ledger/changeset.server.ts";
import { countHeldFor, isConfirmed, release } from "#app/models/outbox/letter.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import { DELEGATE_STATUSES, type DelegateStatus } from "#app/vocabulary/delegate-status.ts";

/** What a delegate can still take back. */
const CANCELLABLE: ReadonlySet<DelegateStatus> = new Set(["pending", "confirmed"]);

export const canCancel = ({ status }: Delegate): boolean => CANCELLABLE.has(status);

/** The registration that a private link leads to, or null. */
export async function getRegistrationByLink(linkToken: string): Promise<Delegate | null> {
  return findByLink(db, linkToken);
}

function findByLink(tx: Db, linkToken: string): Delegate | null {
  if (!/^[0-9a-f]{32}$/.test(linkToken)) return null;
  return tx.select().from(delegates).where(eq(delegates.linkToken, linkToken)).get() ?? null;
}

/**
 * What became of a wish to cancel. `asked`: it is not what the page had shown any more, but can be cancelled.
 * `refused`: it cannot, as whoever was declined or is there. All but `unknown` say what it is now.
 */
export type Cancelling =
  | { outcome: "cancelled" | "asked" | "refused"; status: DelegateStatus }
  | { outcome: "unknown" };

/** Cancels the registration of a private link where it is still what was shown, with the mail that says so. */
export async function cancelByLink(linkToken: string, shown: string | null): Promise<Cancelling> {
  return changeset({ actor: "delegate" }, "status", (tx): Cancelling => {
    const delegate = findByLink(tx, linkToken);
    if (!delegate) return { outcome: "unknown" };
    const { id, status } = delegate;
    // It was sent twice, or an organiser was quicker: what was wanted is so.
    if (status === "cancelled") return { outcome: "cancelled", status };
    if (!canCancel(delegate)) return { outcome: "refused", status };
    const was = DELEGATE_STATUSES.find((known) => known === shown) ?? null;
    const outcomes = changeAsShown(tx, [{ id, shown: was }], "cancelled");
    return outcomes.get(id) === "changed"
      ? { outcome: "cancelled", status: "cancelled" }
      : { outcome: "asked", status };
  });
}

/** Whether the owner of a registration's address has said that it is theirs, and how much mail waits for that. */
export const getEmailStanding = async ({ email }: Delegate) => ({
  isConfirmed: isConfirmed(db, email),
  held: await countHeldFor(email),
});

/**
 * Notes that whoever has a private link says that its address is theirs, and lets go the mail that was held back
 * for it. Only saying so counts, by a form: mail programs open links by themselves, to look for malware, and
 * those who cancel what they never asked for do not ask for more. False where the link leads to nothing: also where
 * the registration was passed on a moment before.
 */
export async function confirmEmailByLink(linkToken: string): Promise<boolean> {
  return changeset({ actor: "delegate" }, "confirm-email", (tx) => {
    const delegate = findByLink(tx, linkToken);
    if (!delegate) return false;
    // The form was sent twice, or a colleague who shares the address was quicker.
    if (isConfirmed(tx, delegate.email)) return true;
    tx.update(delegates)
      // Nothing of what others see and change of this row is different.
      .set({ emailConfirmedAt: new Date(), updatedAt: sql`${delegates.updatedAt}` })
      .where(eq(delegates.id, delegate.id))
      .run();
    release(tx, delegate.email);
    notifyAfterCommit();
    return true;
  });
}
