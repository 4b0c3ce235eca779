import { eq } from "drizzle-orm";
import { batch } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { runChangesetWithin } from "#app/models/changeset/changeset.server.ts";
import { findRepeatedRegistration, insertRegistration } from "#app/models/delegate/delegate.server.ts";
import { findDelegateIdsByNameOrEmail } from "#app/models/delegate/door-search.server.ts";
import { readDelegates } from "#app/models/delegate/search.server.ts";
import { setStatus } from "#app/models/delegate/status.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/**
 * Registers a delegate at the door, checks them in, and sends the confirmation email. If delegates
 * with the same name (or, if `byEmail`, address) exist that the organiser has not `seen`, returns
 * them as `known` instead. `byEmail` is false for door helpers, who must not learn addresses.
 */
export async function createWalkIn(
  registration: Registration,
  actor: string,
  { formId, seen, byEmail }: { formId: string; seen: readonly number[]; byEmail: boolean },
) {
  const written = await batch((tx) => {
    const before = findRepeatedRegistration(formId, registration);
    if (before) return before;
    const ids = findDelegateIdsByNameOrEmail(registration, byEmail);
    if (ids.some((id) => !seen.includes(id))) return { ok: false, reason: "known", ids } as const;
    return runChangesetWithin(tx, { actor }, "walk-in", () => {
      const added = insertRegistration(registration, formId);
      if (!added) throw new Error("A walk-in was neither known nor stored");
      tx.update(delegates).set({ status: "confirmed" }).where(eq(delegates.id, added.id)).run();
      setStatus(tx, [{ ...added, status: "confirmed" }], "attended");
      if (added.email) enqueueMail(added.id, "confirmed");
      return { ok: true, delegate: added, isNew: true } as const;
    });
  });
  return written.ok || written.reason !== "known"
    ? written
    : { ...written, known: await readDelegates(written.ids) };
}
