// Delegates from a list: registered, corrected and given a status by the functions behind the forms, all in one
// transaction, told by email only once that cannot be undone any more.
import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { delegates, outbox } from "#app/db/schema.server.ts";
import { markForScrub, tryAgainLater } from "#app/db/scrub.server.ts";
import { correctWithin, undoCorrectionWithin } from "#app/models/delegate/correction.server.ts";
import { answersOf, type Delegate, insertRegistration } from "#app/models/delegate/delegate.server.ts";
import { changeAsShown, type StatusBefore, undoLatestChange } from "#app/models/delegate/status.server.ts";
import { UNDO_MS } from "#app/models/editable/deletion-lifetime.server.ts";
import { recordChange, recordChanges } from "#app/models/history/audit-log.server.ts";
import { enqueueMail, withdrawMail } from "#app/models/outbox/outbox.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/** What a row of a list says of a delegate. */
export type ListedDelegate = Partial<Registration> & { status?: DelegateStatus };
export type ListedChange =
  | { outcome: "added"; values: ListedDelegate }
  | { outcome: "changed"; values: ListedDelegate; current: Delegate };

/** A minute longer than it can be undone: an undo takes back what nobody has been told. */
const MAIL_WAIT_MS = UNDO_MS + 60_000;

const listed = (values: readonly string[]) =>
  sql`(select lower(value) from json_each(${JSON.stringify(values)}) where value <> '')`;

/** Those who have one of these references, and those who have one of these addresses, in any case. */
export function findListed(references: readonly string[], emails: readonly string[]): Delegate[] {
  const byReference = sql`${delegates.reference} in (select upper(value) from json_each(${JSON.stringify(references)}))`;
  const byEmail = sql`lower(${delegates.email}) in ${listed(emails)}`;
  const found = [byReference, byEmail].flatMap((where) => db.select().from(delegates).where(where).all());
  return [...new Map(found.map((delegate) => [delegate.id, delegate])).values()];
}

/** How an import left somebody. By their ids alone: these are kept for the undo. */
type Left = { id: number; updatedAt: number; emailConfirmedAt: number | null };
type Changed = Left & { correction: number | null; was: DelegateStatus | null };
export type KeptImport = { added: Left[]; changed: Changed[] };

/** Carries out what a list says, within a transaction. The emails wait for as long as it can be undone. */
export function writeListed(
  tx: Db,
  changes: readonly ListedChange[],
  { actor, sendsMail }: { actor: string; sendsMail: boolean },
): { kept: KeptImport; afterwards: () => Promise<unknown> } {
  const tells = sendsMail ? { waitMs: MAIL_WAIT_MS } : null;
  const added: number[] = [];
  const corrected = new Map<number, number | null>();
  const inHand: number[] = [];
  const statuses: { id: number; was: DelegateStatus; status: DelegateStatus }[] = [];
  for (const change of changes) {
    const { status, ...answers } = change.values;
    if (change.outcome === "added") {
      const id = register(answers as Registration, actor);
      added.push(id);
      if (status !== undefined && status !== "pending") statuses.push({ id, was: "pending", status });
      // Whoever is confirmed at once is told that alone, as at the door.
      else if (tells) enqueueMail(id, "registered", tells);
      continue;
    }
    const { current } = change;
    const registration = { ...answersOf(current), ...answers };
    const { correction, wasInHand } = correctWithin(tx, current, registration, { actor, tells });
    corrected.set(current.id, correction);
    if (wasInHand) inHand.push(current.id);
    if (status !== undefined && status !== current.status)
      statuses.push({ id: current.id, was: current.status, status });
  }
  for (const [status, group] of Map.groupBy(statuses, (person) => person.status)) {
    const people = group.map(({ id, was }) => ({ id, shown: was }));
    changeAsShown(tx, people, status, actor, { waitMs: MAIL_WAIT_MS, isSilent: !sendsMail });
  }
  const was = new Map(statuses.map((person) => [person.id, person.was]));
  const changed = leftBy(tx, [...corrected.keys()]).map((left) => ({
    ...left,
    correction: corrected.get(left.id) ?? null,
    was: was.get(left.id) ?? null,
  }));
  return { kept: { added: leftBy(tx, added), changed }, afterwards: () => withdrawAll(inHand) };
}

function register(registration: Registration, actor: string): number {
  const delegate = insertRegistration(registration, null);
  if (!delegate) throw new Error("A delegate from a list was not stored");
  const { id, reference } = delegate;
  recordChange({ actor, subject: "delegate", subjectId: id, action: "imported", label: reference });
  return id;
}

/**
 * Takes back what `writeListed` has done, within a transaction. Whoever is not as it left them stays, and so does who
 * has been told: answers their ids. Traces of those who go are removed from the files a moment later.
 */
export function undoListed(
  tx: Db,
  { added, changed }: KeptImport,
  actor: string,
): { left: number[]; afterwards: () => Promise<unknown> } {
  const now = new Map(leftBy(tx, idsOf([...added, ...changed])).map((person) => [person.id, person]));
  const told = toldOf(tx, idsOf(added));
  const stays = new Set<number>();
  const isAsLeft = ({ id, updatedAt, emailConfirmedAt }: Left): boolean => {
    const person = now.get(id);
    // Deleted since: there is nothing left to undo of it.
    if (!person) return false;
    const isSame = person.updatedAt === updatedAt && person.emailConfirmedAt === emailConfirmedAt;
    if (!isSame || told.has(id)) stays.add(id);
    return !stays.has(id);
  };
  remove(tx, idsOf(added.filter(isAsLeft)), actor);
  const inHand: number[] = [];
  const statuses: StatusBefore[] = [];
  for (const { id, correction, was } of changed.filter(isAsLeft)) {
    if (correction !== null) {
      const undone = undoCorrectionWithin(tx, id, correction, actor);
      if (undone.wasInHand) inHand.push(id);
      if (!undone.ok) {
        stays.add(id);
        continue;
      }
    }
    if (was !== null) statuses.push({ id, was });
  }
  undoLatestChange(tx, statuses, actor);
  return {
    left: [...stays],
    afterwards: async () => {
      await withdrawAll(inHand);
      tryAgainLater();
    },
  };
}

function remove(tx: Db, ids: number[], actor: string): void {
  if (ids.length === 0) return;
  const removed = tx
    .delete(delegates)
    .where(inArray(delegates.id, ids))
    .returning({ id: delegates.id, reference: delegates.reference })
    .all();
  recordChanges(
    removed.map(({ id, reference }) => ({
      actor,
      subject: "delegate",
      subjectId: id,
      action: "undo import",
      label: reference,
    })),
  );
  markForScrub(tx);
}

/** What these are called, in the order of the ids. */
export function namesOfDelegates(ids: readonly number[]): string[] {
  const rows = db
    .select({ id: delegates.id, name: delegates.name })
    .from(delegates)
    .where(inArray(delegates.id, [...ids]))
    .all();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => names.get(id) ?? []);
}

const idsOf = (people: readonly { id: number }[]): number[] => people.map(({ id }) => id);

const leftBy = (tx: Db, ids: number[]): Left[] =>
  tx
    .select({
      id: delegates.id,
      updatedAt: delegates.updatedAt,
      emailConfirmedAt: delegates.emailConfirmedAt,
    })
    .from(delegates)
    .where(inArray(delegates.id, ids))
    .all()
    .map(({ id, updatedAt, emailConfirmedAt }) => ({
      id,
      updatedAt: updatedAt.getTime(),
      emailConfirmedAt: emailConfirmedAt?.getTime() ?? null,
    }));

/** Which of these have been told something, or may have been. */
const toldOf = (tx: Db, ids: number[]): Set<number> =>
  new Set(
    tx
      .selectDistinct({ id: outbox.delegateId })
      .from(outbox)
      .where(and(inArray(outbox.delegateId, ids), or(eq(outbox.state, "sent"), eq(outbox.isInHand, true))))
      .all()
      .map(({ id }) => id),
  );

async function withdrawAll(ids: readonly number[]): Promise<void> {
  for (const id of ids) await withdrawMail(id);
}
