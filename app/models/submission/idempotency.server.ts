// One intent is carried out once: what a form or a call asks for under a one-time id, and what it gave.
import { createHash } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db } from "#app/db/connection.server.ts";
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
 * Carries out an intent once, within the transaction of `write`. The same again gets what the first time
 * gave (as JSON keeps it), other answers under a used id are refused as `formUsed`. What `write` refuses
 * leaves the id unused. Without an intent it is carried out whenever it is asked for.
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
  if (result.ok) tx.insert(usedForms).values({ formId, fingerprint, result }).run();
  return result;
}

/**
 * The same under an id that says itself what is asked for, or under none: a copy gets what `write` gave the first
 * time (as JSON keeps it). What `write` answers with null, false or 0, or as not `ok`, was not done.
 */
export function idempotentlyAs<Done>(tx: Db, formId: string | undefined, write: () => Done): Done {
  const intent = formId === undefined ? undefined : { id: formId, fingerprint: "" };
  const written = idempotently(tx, intent, () => {
    const done = write();
    const isRefused = typeof done === "object" && done !== null && "ok" in done && done.ok === false;
    return { ok: Boolean(done) && !isRefused, done };
  });
  // Under one fingerprint there are no other answers.
  return (written as { done: Done }).done;
}

/** Runs statements as `batch` does, as one and once under the id, by `idempotentlyAs`. */
export const batchIdempotently = <Done>(
  formId: string | undefined,
  statements: (tx: Db) => Done,
): Promise<Done> => batch((tx) => idempotentlyAs(tx, formId, () => statements(tx)));

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
