import { eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate.server.ts";
import { changeStatus } from "#app/models/delegate-status.server.ts";
import type { DelegateStatus } from "#app/models/delegate-status.ts";

/** What a delegate can still take back. */
const CANCELLABLE: ReadonlySet<DelegateStatus> = new Set(["pending", "confirmed"]);

export const canCancel = ({ status }: Delegate): boolean => CANCELLABLE.has(status);

/** The registration that a private link leads to, or null. */
export async function getRegistrationByLink(linkToken: string): Promise<Delegate | null> {
  if (!/^[0-9a-f]{32}$/.test(linkToken)) return null;
  return db.select().from(delegates).where(eq(delegates.linkToken, linkToken)).get() ?? null;
}

/** Cancels the registration of a private link, with the mail that says so; answers whether that changed it. */
export async function cancelByLink(linkToken: string): Promise<boolean> {
  const delegate = await getRegistrationByLink(linkToken);
  if (!delegate || !canCancel(delegate)) return false;
  return (await changeStatus([delegate.id], "cancelled", "delegate")) > 0;
}
