import { randomBytes } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { env } from "#app/env.server.ts";
import type { DelegateJson, Registration } from "#app/models/delegate.ts";
import { searchTextOf } from "#app/models/delegate-search-text.ts";
import { promiseMail } from "#app/models/outbox.server.ts";

export type Delegate = typeof delegates.$inferSelect;

/**
 * Registers a delegate, status 'pending' (specification, 4), and promises them the mail that the page
 * speaks of. With NOTIFY_EMAIL the organisers get one too.
 *
 * `formId` is the one-time id of the form that was sent. Sending the same answers again under a used
 * id changes nothing and gives the delegate of the first time, so that a double click, a reload or a
 * retry over a broken connection leaves one row. Other answers under a used id are refused as
 * `formIdUsed`: they may be a colleague's, and neither may be dropped or registered unasked.
 */
export async function createRegistration(
  registration: Registration,
  formId: string | null,
): Promise<
  { ok: true; delegate: Delegate; isNew: boolean } | { ok: false; reason: "formIdUsed"; delegate: Delegate }
> {
  const reference = randomBytes(5).toString("hex").toUpperCase();
  const searchText = searchTextOf({ ...registration, reference });
  const created = await batch(
    (tx) => {
      const delegate = tx
        .insert(delegates)
        .values({ ...registration, formId, reference, searchText })
        .onConflictDoNothing({ target: delegates.formId })
        .returning()
        .get();
      if (delegate) promiseMail(tx, delegate.id, "registered");
      if (delegate && env.NOTIFY_EMAIL.length > 0) promiseMail(tx, delegate.id, "notification");
      return delegate;
    },
    { keepsPages: true },
  );
  if (created) return { ok: true, delegate: created, isNew: true };

  const first = formId === null ? null : await getDelegateByFormId(formId);
  if (!first) throw new Error("A registration was neither stored nor found under its form id");
  const same = Object.entries(registration).every(
    ([field, value]) => first[field as keyof Delegate] === value,
  );
  return same
    ? { ok: true, delegate: first, isNew: false }
    : { ok: false, reason: "formIdUsed", delegate: first };
}

/** The delegate whom the form with this one-time id registered, or null. */
export async function getDelegateByFormId(formId: string): Promise<Delegate | null> {
  return db.select().from(delegates).where(eq(delegates.formId, formId)).get() ?? null;
}

/** The delegate with this id, or null. */
export async function getDelegate(id: number): Promise<Delegate | null> {
  return db.select().from(delegates).where(eq(delegates.id, id)).get() ?? null;
}

/** As the JSON calls show them: without their form's id, the secret of their link, and what searches and mail read. */
export function toDelegateJson(delegate: Delegate): DelegateJson {
  const { createdAt, updatedAt, checkedInAt, ...hidden } = delegate;
  const { formId: _1, linkToken: _2, searchText: _3, mailbox: _4, emailConfirmedAt: _5, ...rest } = hidden;
  return {
    ...rest,
    checkedInAt: checkedInAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** How many registrations are stored, whatever their status. */
export async function countDelegates(): Promise<number> {
  return db.$count(delegates);
}

/** Every delegate, the newest first. */
export async function listDelegates(): Promise<Delegate[]> {
  return db.select().from(delegates).orderBy(desc(delegates.createdAt), desc(delegates.id)).all();
}
