// Those who had registrations that were passed on to somebody else: what is theirs, and when it is forgotten.
import { and, desc, eq, gt, inArray, lt, lte, ne, notExists, or, type SQL } from "drizzle-orm";
import { keptSince } from "#app/db/clock.server.ts";
import { batch, type Db } from "#app/db/connection.server.ts";
import { auditLog, corrections, outbox } from "#app/db/schema.server.ts";
import { markForScrub } from "#app/db/scrub.server.ts";
import { UNDO_MS } from "#app/models/editable/deletion-lifetime.server.ts";
import { forgetMessagesToNobody } from "#app/models/message/forget-message.server.ts";

/**
 * Forgets those who had registrations that were passed on to somebody else: what they had said, and the emails to
 * them, once nobody can undo it any more and the notice to them is not waiting. Traces in the database's files go
 * with the next `finishScrubs`.
 */
export async function forgetFormerHolders(): Promise<void> {
  await batch((tx) => {
    const passedOn = listForgettable(tx);
    for (const { id, delegateId } of passedOn) {
      if (isTakenBackSince(tx, delegateId, id)) continue;
      const past = tx
        .select({ id: corrections.id })
        .from(corrections)
        .where(and(eq(corrections.delegateId, delegateId), lte(corrections.id, id)));
      tx.delete(outbox)
        .where(
          and(
            eq(outbox.delegateId, delegateId),
            or(
              // To whoever has it now nothing of the past is said.
              and(inArray(outbox.correctionId, past), ne(outbox.kind, "taken-over")),
              isToOtherHolder(tx, delegateId),
            ),
          ),
        )
        .run();
      tx.delete(corrections)
        .where(and(eq(corrections.delegateId, delegateId), lte(corrections.id, id)))
        .run();
    }
    if (passedOn.length === 0) return;
    forgetMessagesToNobody(tx);
    markForScrub(tx);
  });
}

type Times = { from: Date | null; until: Date }[];

/** Emails that were sent while somebody else had the registration. */
const isToOtherHolder = (tx: Db, delegateId: number): SQL | undefined =>
  and(
    eq(outbox.state, "sent"),
    or(
      // Nothing at all, where it was never passed on.
      lt(outbox.id, 0),
      ...formerHolders(entriesOf(tx, delegateId)).times.map(({ from, until }) =>
        and(from ? gt(outbox.sentAt, from) : undefined, lte(outbox.sentAt, until)),
      ),
    ),
  );

/** The same of one that was read. `own` are the ids of the corrections of whoever has it now. */
export const isMailToOther = (
  { kind, sentAt, correctionId }: Pick<typeof outbox.$inferSelect, "kind" | "sentAt" | "correctionId">,
  times: Times,
  own: ReadonlySet<number>,
): boolean =>
  // An address that somebody had before is still theirs: that of those who passed it on is not.
  (kind === "moved" && correctionId !== null && !own.has(correctionId)) ||
  times.some(({ from, until }) => sentAt !== null && (!from || sentAt > from) && sentAt <= until);

/**
 * When others had a registration than whoever has it now: until it was passed on to them, and between a passing on
 * and its undo. And the id of the entry of the audit log with which it became theirs. By the entries about it, the
 * newest first: these are kept for longer than the corrections.
 */
export function formerHolders(entries: readonly { id: number; action: string; createdAt: Date }[]): {
  times: Times;
  firstEntry: number;
} {
  const moves = entries.filter(({ action }) => CORRECTIONS.includes(action));
  const times: Times = [];
  for (let at = 0; at < moves.length; at += 1) {
    const [entry, before] = moves.slice(at, at + 2);
    if (entry?.action === "passed on")
      return { times: [...times, { from: null, until: entry.createdAt }], firstEntry: entry.id };
    // An undo stands after what it undoes.
    if (entry?.action !== "undo correction" || before?.action !== "passed on") continue;
    times.push({ from: before.createdAt, until: entry.createdAt });
    at += 1;
  }
  return { times, firstEntry: 0 };
}

const CORRECTIONS = ["corrected", "passed on", "undo correction"];

const entriesOf = (tx: Db, delegateId: number) =>
  tx
    .select({ id: auditLog.id, action: auditLog.action, createdAt: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.subject, "delegate"), eq(auditLog.subjectId, delegateId)))
    .orderBy(desc(auditLog.id))
    .all();

/** Whoever had it before has it again: they are forgotten no sooner than whoever had it in between. */
const isTakenBackSince = (tx: Db, delegateId: number, correctionId: number): boolean =>
  tx
    .select({ isUndo: corrections.isUndo, isOtherPerson: corrections.isOtherPerson })
    .from(corrections)
    .where(and(eq(corrections.delegateId, delegateId), gt(corrections.id, correctionId)))
    .orderBy(corrections.id)
    .limit(1)
    .all()
    .some(({ isUndo, isOtherPerson }) => isUndo && isOtherPerson);

/** Registrations that were passed on, the last time of each first. */
const listForgettable = (tx: Db) =>
  tx
    .select({ id: corrections.id, delegateId: corrections.delegateId })
    .from(corrections)
    .where(
      and(
        eq(corrections.isOtherPerson, true),
        lt(corrections.createdAt, keptSince(UNDO_MS)),
        notExists(
          tx
            .select({ id: outbox.id })
            .from(outbox)
            .where(
              and(
                eq(outbox.delegateId, corrections.delegateId),
                eq(outbox.kind, "moved"),
                or(eq(outbox.state, "waiting"), eq(outbox.isInHand, true)),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(corrections.id))
    .all();
