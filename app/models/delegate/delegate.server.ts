import { desc, eq, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { placeholders, prepared } from "#app/db/prepared.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { isRegistrationClosed } from "#app/models/delegate/registration-period.server.ts";
import { searchTextOf } from "#app/models/delegate/search-text.ts";
import { CALL_PREFIX } from "#app/models/ledger/changeset.server.ts";
import { enqueueMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { randomHex } from "#app/platform/form-id.server.ts";
import { type DelegateJson, REGISTRATION_FIELDS, type Registration } from "#app/vocabulary/registration.ts";

export { delegatesVersion } from "#app/db/connection.server.ts";
export type Delegate = typeof delegates.$inferSelect;

/** What a form has done already that was sent before: the same, or something else. */
export type RegisteredBefore =
  | { ok: true; delegate: Delegate; isNew: false }
  | { ok: false; reason: "formIdUsed"; delegate: Delegate };

/** Why somebody new is not registered. */
export type NotRegistered = { ok: false; reason: "closed" };

const insertDelegate = prepared(() =>
  db
    .insert(delegates)
    .values(placeholders(...REGISTRATION_FIELDS, "formId", "reference", "searchText"))
    .onConflictDoNothing({ target: delegates.formId })
    .returning()
    .prepare(),
);

/**
 * Registers a delegate, status 'pending' (specification, 4), and promises them the mail that the page
 * speaks of. With NOTIFY_EMAIL the organisers get one too.
 *
 * `formId` is the one-time id of the form, or the id of the call, that was sent. Sending the same answers again under a used
 * id changes nothing and gives the delegate of the first time, so that a double click, a reload or a
 * retry over a broken connection leaves one row. Other answers under a used id are refused as
 * `formIdUsed`: they may be a colleague's, and neither may be dropped or registered unasked. When registration is
 * closed there is nobody new; whoever stands at the door is a walk-in.
 */
export async function createRegistration(
  registration: Registration,
  formId: string | null,
): Promise<{ ok: true; delegate: Delegate; isNew: true } | RegisteredBefore | NotRegistered> {
  if (isRegistrationClosed()) {
    const first = formId === null ? null : registeredBy(formId, registration);
    return first ?? { ok: false, reason: "closed" };
  }
  const created = await batch(() => {
    const delegate = insertRegistration(registration, formId);
    if (delegate) enqueueMail(delegate.id, "registered");
    if (delegate && env.NOTIFY_EMAIL.length > 0) enqueueMail(delegate.id, "notification");
    return delegate;
  });
  if (created) return { ok: true, delegate: created, isNew: true };
  const first = formId === null ? null : registeredBy(formId, registration);
  if (!first) throw new Error("A registration was neither stored nor found under its form id");
  return first;
}

/** Stores a registration, within a `batch`; undefined where its form has registered somebody before. */
export function insertRegistration(registration: Registration, formId: string | null): Delegate | undefined {
  const reference = randomHex(10).toUpperCase();
  const searchText = searchTextOf({ ...registration, reference });
  return insertDelegate().get({ ...registration, formId, reference, searchText });
}

/** What the second copy of a form is answered; null where none with this id has registered anybody. */
export function registeredBy(formId: string, registration: Registration): RegisteredBefore | null {
  const first = findByFormId(formId);
  if (!first) return null;
  const same = Object.entries(registration).every(
    ([field, value]) => first[field as keyof Delegate] === value,
  );
  return same
    ? { ok: true, delegate: first, isNew: false }
    : { ok: false, reason: "formIdUsed", delegate: first };
}

/**
 * The delegate whom the form with this one-time id registered, or null. The ids of forms are known to
 * nobody else; those of calls are made of keys that others may guess, so they find nobody.
 */
export async function getDelegateByFormId(formId: string): Promise<Delegate | null> {
  return formId.startsWith(CALL_PREFIX) ? null : findByFormId(formId);
}

const findByFormId = (formId: string): Delegate | null => selectByFormId().get({ formId }) ?? null;

const selectByFormId = prepared(() =>
  db
    .select()
    .from(delegates)
    .where(eq(delegates.formId, sql.placeholder("formId")))
    .prepare(),
);

/** The delegate with this id, or null. */
export async function getDelegate(id: number): Promise<Delegate | null> {
  return db.select().from(delegates).where(eq(delegates.id, id)).get() ?? null;
}

/** What they said in the form. */
export const answersOf = (delegate: Registration) =>
  Object.fromEntries(REGISTRATION_FIELDS.map((field) => [field, delegate[field]])) as Registration;

/** As the JSON calls show them: their answers and these columns, and no secret or what only this program reads. */
export const toDelegateJson = (delegate: Delegate): DelegateJson => ({
  id: delegate.id,
  ...answersOf(delegate),
  email: delegate.email || null,
  jobTitle: delegate.jobTitle || null,
  status: delegate.status,
  reference: delegate.reference,
  checkedInAt: delegate.checkedInAt?.toISOString() ?? null,
  createdAt: delegate.createdAt.toISOString(),
  updatedAt: delegate.updatedAt.toISOString(),
});

/** As they were when they registered: whoever asks for that again hears nothing of what came after. */
export const toNewDelegateJson = (delegate: Delegate): DelegateJson => ({
  ...toDelegateJson(delegate),
  status: "pending",
  checkedInAt: null,
  updatedAt: delegate.createdAt.toISOString(),
});

/** How many registrations are stored, whatever their status. */
export async function countDelegates(): Promise<number> {
  return db.$count(delegates);
}

/** Later than any registration. */
const BEFORE_ALL = { createdAt: new Date(8_640_000_000_000_000), id: 0 };
/** Few enough that reading them and writing them as JSON takes about a millisecond. */
const ROWS_AT_ONCE = 50;

/**
 * Every delegate, the newest first, in portions that are read when they are asked for; only those after this
 * one, and no more than so many. Nobody comes twice or is left out because others register or are deleted
 * meanwhile.
 */
export async function* listDelegates(
  after: Pick<Delegate, "createdAt" | "id"> | null,
  atMost = Number.POSITIVE_INFINITY,
): AsyncGenerator<Delegate[]> {
  let last = after ?? BEFORE_ALL;
  for (let left = atMost; left > 0; left -= ROWS_AT_ONCE) {
    const size = Math.min(left, ROWS_AT_ONCE);
    const portion = db
      .select()
      .from(delegates)
      .where(sql`(${delegates.createdAt}, ${delegates.id}) < (${last.createdAt.getTime()}, ${last.id})`)
      .orderBy(desc(delegates.createdAt), desc(delegates.id))
      .limit(size)
      .all();
    if (portion.length > 0) yield portion;
    if (portion.length < size) return;
    last = portion.at(-1) ?? last;
  }
}
