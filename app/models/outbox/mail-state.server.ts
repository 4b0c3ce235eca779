// What organisers see of the outbox, and how they send an email themselves.
import { and, asc, count, eq, gt, inArray, isNotNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { idsParameter, prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { recordEvent, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { IS_OUTDATED } from "#app/models/outbox/decision-mail.server.ts";
import { notifyAfterCommit } from "#app/models/outbox/outbox.server.ts";
import type { DelegateMail, MailState } from "#app/vocabulary/mail.ts";

export const countMail = async (...states: MailState[]): Promise<number> =>
  db.$count(outbox, inArray(outbox.state, states));

/** Mail due later than this waits for the end of an undo period or for a retry. */
const SOON_DUE_MS = 2 * 60_000;

/** Leaves out notices that wait for their letter. `leaving` counts the emails due soon. */
export async function countWaitingMail(): Promise<{ waiting: number; leaving: number }> {
  const soon = new Date(Date.now() + SOON_DUE_MS);
  const isNotice = and(eq(outbox.kind, "notification"), isNotNull(outbox.note));
  const isWaiting = and(inArray(outbox.state, ["waiting", "sending"]), sql`not (${isNotice})`);
  const counted = (which: SQL | undefined) => sql<number>`(select count(*) from ${outbox} where ${which})`;
  const { leaving, later } = db.get<{ leaving: number; later: number }>(
    sql`select ${counted(and(isWaiting, lte(outbox.nextAttemptAt, soon)))} as leaving,
      ${counted(and(isWaiting, gt(outbox.nextAttemptAt, soon)))} as later`,
  );
  return { waiting: leaving + later, leaving };
}

/** SQL: the email is the last letter about the registration as it is now. */
const IS_CURRENT = sql`${outbox.kind} = case ${delegates.status} when 'pending' then 'registered'
    when 'attended' then 'confirmed' else ${delegates.status} end
  and not exists (select 1 from outbox later where later.delegate_id = ${outbox.delegateId}
    and later.kind = ${outbox.kind} and later.id > ${outbox.id})`;
const IS_SENDABLE = sql<boolean>`(${or(
  and(inArray(outbox.state, ["failed", "held", "restored"]), not(IS_OUTDATED)),
  and(eq(outbox.state, "sent"), IS_CURRENT, sql`${delegates.email} <> ''`),
)})`.mapWith(Boolean);

const selectMail = prepareOnce(() =>
  db
    .select({
      id: outbox.id,
      delegateId: outbox.delegateId,
      kind: outbox.kind,
      state: outbox.state,
      problem: outbox.problem,
      isSendable: IS_SENDABLE,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(inArray(outbox.delegateId, idsParameter("ids")))
    .orderBy(outbox.delegateId, outbox.id)
    .prepare(),
);

export async function listDelegateMail(delegateIds: readonly number[]): Promise<DelegateMail[]> {
  const rows = selectMail().all({ ids: JSON.stringify(delegateIds) });
  return rows.map(({ createdAt, sentAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

/**
 * Sends a failed, held or restored email now, and a delivered letter again as a new email. Returns
 * false if the email is gone, on its way or out of date.
 */
export const sendMailNow = (id: number, actor: string, formId?: string): Promise<boolean> =>
  runChangeset({ actor, formId }, "send-now", (tx, changesetId) => {
    const found = tx
      .select({ mail: outbox, reference: delegates.reference })
      .from(outbox)
      .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
      .where(and(eq(outbox.id, id), IS_SENDABLE))
      .get();
    if (!found) return false;
    const { delegateId, kind, note, state } = found.mail;
    if (state === "sent") tx.insert(outbox).values({ delegateId, kind, note }).run();
    else
      tx.update(outbox)
        .set({ state: "waiting", problem: null, attempts: 0, nextAttemptAt: new Date() })
        .where(eq(outbox.id, id))
        .run();
    recordEvent(tx, changesetId, {
      subject: "delegate",
      subjectId: delegateId,
      label: found.reference,
      before: { mail: state },
      after: { mail: "waiting" },
    });
    notifyAfterCommit();
    return true;
  });

export type UnsentMail = { name: string; reference: string; mails: number };

/** Lists the first delegates with emails in this state. */
export const listUnsentMail = (state: "failed" | "held", limit: number): UnsentMail[] =>
  db
    .select({ name: delegates.name, reference: delegates.reference, mails: count() })
    .from(outbox)
    .innerJoin(delegates, eq(delegates.id, outbox.delegateId))
    .where(eq(outbox.state, state))
    .groupBy(delegates.id)
    .orderBy(asc(delegates.id))
    .limit(limit)
    .all();
