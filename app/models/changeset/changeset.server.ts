// A changeset is one user action and all its recorded changes. Each form creates at most one.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { batch, type Db, db, sqlite } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { changes, changesets } from "#app/db/schema.server.ts";
import { UNDO_MS } from "#app/models/changeset/expiry.server.ts";

export const CALL_KEY_PREFIX = "key:";

export type Intent = { id: string; fingerprint: string };

/** `actor` is an organiser's email address, 'delegate' (by private link) or 'visitor'. */
export type ActionSource = { actor: string; formId?: string | undefined };
export type FormUsedRefusal = { ok: false; reason: "formUsed" };

/** Returns a hash for comparing answers that are not stored. The order of the answers matters. */
export const createFingerprint = (answers: unknown): string =>
  createHash("sha256").update(JSON.stringify(answers)).digest("base64url");

/** Runs a transaction once per form. Repeated submissions return the stored first result. */
export const runChangeset = <Done>(
  { isAlone = false, ...by }: ActionSource & { isAlone?: boolean },
  action: string,
  write: (tx: Db, id: number) => Done,
): Promise<Done> => batch((tx) => runChangesetWithin(tx, by, action, (id) => write(tx, id)), { isAlone });

/** Runs a changeset within a larger transaction. Only one changeset may be open at a time. */
export const runChangesetWithin = <Done>(
  tx: Db,
  by: ActionSource,
  action: string,
  write: (id: number) => Done,
): Done => carryOut(tx, { ...by, fingerprint: "" }, action, write) as Done;

/** Returns `formUsed` if the id was used with other answers. A refused API request frees its id. */
export const runIntentChangeset = <Done extends { ok: boolean }>(
  intent: Intent | undefined,
  actor: string,
  action: string,
  write: (tx: Db, id: number) => Done,
): Promise<Done | FormUsedRefusal> =>
  batch((tx) =>
    carryOut(tx, { actor, formId: intent?.id, fingerprint: intent?.fingerprint ?? "" }, action, (id) =>
      write(tx, id),
    ),
  );

const begin = prepareOnce(() =>
  sqlite
    .prepare<unknown[], number>(
      `insert into changesets (actor, action, form_id, fingerprint, is_open)
       values (?, ?, ?, ?, 1) on conflict (form_id) do nothing returning id`,
    )
    .pluck(),
);
const end = prepareOnce(() =>
  sqlite.prepare("update changesets set is_open = null, form_id = ?, result = ? where id = ?"),
);
const removeEmpty = prepareOnce(() =>
  sqlite.prepare(
    "delete from changesets where id = ? and not exists (select 1 from changes where changeset_id = ?)",
  ),
);

function carryOut<Done>(
  tx: Db,
  asked: ActionSource & { fingerprint: string },
  action: string,
  write: (id: number) => Done,
): Done | FormUsedRefusal {
  const { actor, formId = null, fingerprint } = asked;
  const id = begin().get(actor, action, formId, fingerprint);
  if (id === undefined) {
    const used = findForm(tx, formId ?? "");
    return used?.fingerprint === fingerprint ? (used.result as Done) : { ok: false, reason: "formUsed" };
  }
  const done = write(id);
  const isRefused = typeof done === "object" && done !== null && "ok" in done && done.ok === false;
  const isRemembered = formId !== null && !(isRefused && formId.startsWith(CALL_KEY_PREFIX));
  const isRemoved = !isRemembered && removeEmpty().run(id, id).changes > 0;
  if (!isRemoved)
    end().run(isRemembered ? formId : null, isRemembered ? JSON.stringify(done ?? null) : null, id);
  return done;
}

const findForm = (tx: Db, formId: string) =>
  tx.select().from(changesets).where(eq(changesets.formId, formId)).get();

/** `subject` is the kind of item that an undo restores; `label` is the item's name. */
export function offerUndo(
  tx: Db,
  id: number,
  { subject, label, ms = UNDO_MS }: { subject: string; label: string; ms?: number },
): void {
  const undoUntil = new Date(Date.now() + ms);
  tx.update(changesets).set({ subject, label, undoUntil }).where(eq(changesets.id, id)).run();
}

/** Records an event that changes no watched row, such as a login or a test email. */
export function recordEvent(
  tx: Db,
  changesetId: number,
  event: Omit<typeof changes.$inferInsert, "changesetId" | "kind">,
): void {
  tx.insert(changes)
    .values({ changesetId, kind: "event", ...event })
    .run();
}

/** Records who took data out of the site. Exports with the same `formId` are recorded once. */
export const recordExport = (
  by: ActionSource,
  what: { subject: "list"; label: string } | { subject: "delegate"; subjectId: number },
): Promise<void> => runChangeset(by, "exported", (tx, changesetId) => recordEvent(tx, changesetId, what));

/** A process without a result after this time is assumed to have died. */
const RESULT_TIMEOUT_MS = 30_000;

/**
 * Runs an action outside transactions, such as sending an email, once per form. A repeated call
 * waits for the first result, even from another process. Returns undefined if that process died.
 */
export async function runOnce<Done>(
  { actor, formId }: ActionSource & { formId: string },
  action: string,
  act: () => Promise<Done>,
): Promise<Done | undefined> {
  const isUsed = eq(changesets.formId, formId);
  if (await claimForm(formId, { actor, action })) {
    const result = { done: await act() };
    await batch((tx) => tx.update(changesets).set({ result }).where(isUsed).run());
    return result.done;
  }
  for (;;) {
    const first = findForm(db, formId);
    if (first?.result) return (first.result as { done: Done }).done;
    if (!first || Math.abs(Date.now() - first.createdAt.getTime()) > RESULT_TIMEOUT_MS) return;
    await wait(100);
  }
}

/** Returns false if the form id was used before. */
export const claimForm = (formId: string, by: { actor: string; action: string }): Promise<boolean> =>
  batch((tx) => claimFormInTransaction(tx, formId, by));

export const claimFormInTransaction = (tx: Db, formId: string, by: { actor: string; action: string }) =>
  tx
    .insert(changesets)
    .values({ ...by, formId })
    .onConflictDoNothing()
    .run().changes > 0;
