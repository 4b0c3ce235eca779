// One intent is carried out once: what a form or a call asks for under a one-time id, and what it gave.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq, lt } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { usedForms } from "#app/db/schema.server.ts";

/** How long a used form and a draft of one are kept. */
export const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** What the ids of JSON calls begin with. Those of forms are UUIDs, so the two never meet. */
export const CALL_PREFIX = "key:";

/** The one-time id of a form or a call, and the fingerprint of what it asks for. */
export type Intent = { id: string; fingerprint: string };

/** A short hash of answers, for comparing them without keeping them. Their order counts. */
export const fingerprintOf = (answers: unknown): string =>
  createHash("sha256").update(JSON.stringify(answers)).digest("base64url");

/**
 * Carries out an intent once, within the transaction of `write`. The same again gets what the first time gave (as JSON
 * keeps it), also where that was refused; other answers under a used id are refused as `formUsed`. A call that was
 * refused may be tried again with its key; a form comes back with another id. Without an intent it is carried out
 * whenever it is asked for.
 */
export function idempotently<Written extends { ok: boolean }>(
  tx: Db,
  intent: Intent | undefined,
  write: () => Written,
): Written | { ok: false; reason: "formUsed" } {
  if (intent === undefined) return write();
  purge(tx);
  const used = tx.select().from(usedForms).where(eq(usedForms.formId, intent.id)).get();
  if (used) {
    const isSame = used.fingerprint === intent.fingerprint;
    return isSame ? (used.result as Written) : { ok: false, reason: "formUsed" };
  }
  const result = write();
  const { id: formId, fingerprint } = intent;
  if (result.ok || !formId.startsWith(CALL_PREFIX))
    tx.insert(usedForms).values({ formId, fingerprint, result }).run();
  return result;
}

/** The same under an id that says itself what is asked for, or under none. */
export function idempotentlyAs<Done>(tx: Db, formId: string | undefined, write: () => Done): Done {
  const intent = formId === undefined ? undefined : { id: formId, fingerprint: "" };
  const written = idempotently(tx, intent, () => ({ ok: true, done: write() }));
  // Under one fingerprint there are no other answers.
  return (written as { done: Done }).done;
}

/** Runs statements as `batch` does, as one and once under the id, by `idempotentlyAs`. */
export const batchIdempotently = <Done>(
  formId: string | undefined,
  statements: (tx: Db) => Done,
): Promise<Done> => batch((tx) => idempotentlyAs(tx, formId, () => statements(tx)));

/** A process that has not answered after this has ended. */
const ANSWERED_WITHIN_MS = 30_000;

/**
 * Does once under an id what no transaction can hold, such as sending an email. A copy waits for what the first time
 * gives, at another process too; undefined where that is never known, because the process that was at it has ended.
 */
export async function idempotentlyOutside<Done>(
  formId: string,
  act: () => Promise<Done>,
): Promise<Done | undefined> {
  const isUsed = eq(usedForms.formId, formId);
  if (await batch((tx) => claimFormId(tx, formId))) {
    const result = { done: await act() };
    await batch((tx) => tx.update(usedForms).set({ result }).where(isUsed).run());
    return result.done;
  }
  for (;;) {
    const first = db.select().from(usedForms).where(isUsed).get();
    if (first?.result) return (first.result as { done: Done }).done;
    if (!first || Math.abs(Date.now() - first.createdAt.getTime()) > ANSWERED_WITHIN_MS) return;
    await wait(100);
  }
}

/**
 * Marks an id as used that says itself what is asked for, within the transaction that does it. False where
 * it was used before: then that has been done already.
 */
export function claimFormId(tx: Db, formId: string): boolean {
  purge(tx);
  return tx.insert(usedForms).values({ formId }).onConflictDoNothing().run().changes > 0;
}

function purge(tx: Db): void {
  tx.delete(usedForms)
    .where(lt(usedForms.createdAt, keptSince(KEPT_FOR_MS)))
    .run();
}
