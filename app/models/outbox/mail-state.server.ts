import { and, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { idsParameter, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { outbox } from "#app/db/schema.server.ts";
import { isHeldSql, isRestoredSql } from "#app/models/outbox/letter.server.ts";
import type { DelegateMail, MailState } from "#app/vocabulary/mail.ts";

/** `held` mail is delayed by its mailbox's limit or until an organiser decides to send it. */
export async function countMail(state: "waiting" | "held" | "failed"): Promise<number> {
  const isHeldBack = or(isHeldSql(), isRestoredSql);
  return db.$count(
    outbox,
    state === "held" ? isHeldBack : and(eq(outbox.state, state), sql`(${isHeldBack}) is not true`),
  );
}

/** Mail due later than this waits for the end of an undo period or for a retry. */
const SOON_DUE_MS = 2 * 60_000;

/** Reads only an index, because the outbox may be large. `leaving` counts the emails due soon. */
export async function countWaitingMail(): Promise<{ waiting: number; leaving: number }> {
  const soon = new Date(Date.now() + SOON_DUE_MS);
  const isWaiting = eq(outbox.state, "waiting");
  const counted = (which: SQL | undefined) => sql<number>`(select count(*) from ${outbox} where ${which})`;
  const isLater = and(isWaiting, gt(outbox.nextAttemptAt, soon), sql`(${isHeldSql()}) is not true`);
  const isLeaving = and(isWaiting, lte(outbox.nextAttemptAt, soon));
  const { leaving, later } = db.get<{ leaving: number; later: number }>(
    sql`select ${counted(isLeaving)} as leaving, ${counted(isLater)} as later`,
  );
  return { waiting: leaving + later, leaving };
}

const selectMail = prepareOnce(() =>
  db
    .select({
      id: outbox.id,
      delegateId: outbox.delegateId,
      kind: outbox.kind,
      state: sql<MailState | "held">`iif(${isRestoredSql}, 'held', ${outbox.state})`,
      problem: outbox.problem,
      heldUntil:
        sql<Date | null>`iif(${isHeldSql(sql.placeholder("now"))}, ${outbox.heldUntil}, null)`.mapWith(
          outbox.heldUntil,
        ),
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(inArray(outbox.delegateId, idsParameter("ids")))
    .orderBy(outbox.delegateId, outbox.id)
    .prepare(),
);

export async function listDelegateMail(delegateIds: readonly number[]): Promise<DelegateMail[]> {
  const rows = selectMail().all({
    ids: JSON.stringify(delegateIds),
    now: outbox.heldUntil.mapToDriverValue(new Date()),
  });
  return rows.map(({ createdAt, sentAt, heldUntil, ...mail }) => ({
    ...mail,
    heldUntil: heldUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}
