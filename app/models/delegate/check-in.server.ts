// The door: finding somebody, checking them in once, and taking that back (issue 6, 3).
import { and, eq, gte, lt, notInArray, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { searchDelegates } from "#app/models/delegate/search.server.ts";
import { setStatus, statusBeforeAttended } from "#app/models/delegate/status.server.ts";
import { claimFormId, idempotentlyAs } from "#app/models/submission/idempotency.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

/** How many people a search at the door shows; who has more has to type more. */
export const DOOR_LIMIT = 20;

/** What somebody typed, pasted or scanned, as what it can be. */
export type DoorQuery =
  | { kind: "link"; token: string }
  | { kind: "reference"; reference: string }
  | { kind: "words"; text: string; prefix: string | null };

/**
 * Reads what was typed at the door: a private link or its token, a reference in any spelling, or words
 * of a name or an email address. Four hexadecimal digits and more may be the beginning of a reference
 * (`prefix`) as well as a name, such as Abba.
 */
export function readDoorQuery(query: string): DoorQuery {
  // Emails that went out before the link had an address of its own have it behind `?registration=`.
  const token = /(?:^|\/registration\/|[?&]registration=)([0-9a-f]{32})(?:[/?&#]|$)/i.exec(query.trim())?.[1];
  if (token) return { kind: "link", token: token.toLowerCase() };
  const digits = query.toUpperCase().replace(/[\s\-–—_.:/]/g, "");
  if (/^[0-9A-F]{10}$/.test(digits)) return { kind: "reference", reference: digits };
  // Read from a badge or over the telephone: no reference has the letters O, I and L.
  if (/^[0-9A-FOIL]{10}$/.test(digits) && /\d/.test(digits)) {
    return { kind: "reference", reference: digits.replaceAll("O", "0").replace(/[IL]/g, "1") };
  }
  const text = query.normalize("NFC").trim().slice(0, 200);
  return { kind: "words", text, prefix: /^[0-9A-F]{4,9}$/.test(digits) ? digits : null };
}

/** The people whom a query at the door may mean, at most DOOR_LIMIT, and whether there are more. */
export async function findAtDoor(query: string): Promise<{ found: Delegate[]; isMore: boolean }> {
  const wanted = readDoorQuery(query);
  if (wanted.kind === "words" && wanted.text === "") return { found: [], isMore: false };
  const found = wanted.kind === "words" ? await findByWords(wanted) : findExactly(wanted);
  return { found: found.slice(0, DOOR_LIMIT), isMore: found.length > DOOR_LIMIT };
}

function findExactly(wanted: Exclude<DoorQuery, { kind: "words" }>): Delegate[] {
  const isWanted =
    wanted.kind === "link"
      ? eq(delegates.linkToken, wanted.token)
      : eq(delegates.reference, wanted.reference);
  return db.select().from(delegates).where(isWanted).all();
}

async function findByWords({ text, prefix }: Extract<DoorQuery, { kind: "words" }>): Promise<Delegate[]> {
  // References are in capitals and digits, so that everything beginning with a prefix sorts before it and 'G'.
  const isAfterPrefix = and(gte(delegates.reference, `${prefix}`), lt(delegates.reference, `${prefix}G`));
  const byReference =
    prefix === null
      ? []
      : db
          .select()
          .from(delegates)
          .where(isAfterPrefix)
          .limit(DOOR_LIMIT + 1)
          .all();
  const byText = await searchPeople(text, DOOR_LIMIT + 1);
  const known = new Set(byReference.map(({ id }) => id));
  return [...byReference, ...byText.filter(({ id }) => !known.has(id))];
}

/** The people whom the desk's search finds, by name; at most `limit`. */
async function searchPeople(text: string, limit: number): Promise<Delegate[]> {
  const { delegates: found } = await searchDelegates({ ...NO_FILTER, q: text, sort: "name" }, 1);
  return found.slice(0, limit);
}

/** How many are there, and how many of all are expected: those who neither were declined nor cancelled. */
export async function countCheckedIn(): Promise<{ checkedIn: number; expected: number }> {
  const counts = db
    .select({
      checkedIn: sql<number>`count(*) filter (where ${eq(delegates.status, "attended")})`,
      expected: sql<number>`count(*) filter (where ${notInArray(delegates.status, ["declined", "cancelled"])})`,
    })
    .from(delegates)
    .get();
  // Counts of a whole table are one row, always.
  return counts as NonNullable<typeof counts>;
}

/** What became of a check-in. `already`: somebody did it before, and nothing was changed now. */
export type CheckInOutcome =
  | { outcome: "done" | "already" | "asks"; delegate: Delegate }
  | { outcome: "gone"; delegate: null };

/**
 * Checks a delegate in: status 'attended', with the time and a line in the audit log, and no mail.
 * Whoever is not confirmed is checked in only where `anyway` names the status that the organiser was
 * warned of; otherwise the outcome is `asks`. A second check-in changes nothing and is `already`, unless
 * it is a copy of the same form (`formId`), sent by a double click: that one is `done`.
 */
export async function checkIn(
  id: number,
  actor: string,
  { anyway = null, formId = null }: { anyway?: string | null; formId?: string | null } = {},
): Promise<CheckInOutcome> {
  return batch((tx): CheckInOutcome => {
    const delegate = find(tx, id);
    if (!delegate) return { outcome: "gone", delegate: null };
    const { status } = delegate;
    if (status === "attended") {
      const isCopy = formId !== null && !claimFormId(tx, formId);
      return { outcome: isCopy ? "done" : "already", delegate };
    }
    if (status !== "confirmed" && anyway !== status) return { outcome: "asks", delegate };
    if (formId !== null) claimFormId(tx, formId);
    return { outcome: "done", delegate: change(tx, delegate, "attended", "check-in", actor) };
  });
}

/**
 * Takes a check-in back: the status is again what it was before. Null where there is no such delegate;
 * `undone` is false where they were not checked in. A copy of the same form (`formId`) is answered like it.
 */
export async function undoCheckIn(
  id: number,
  actor: string,
  formId?: string,
): Promise<{ undone: boolean; delegate: Delegate } | null> {
  return batch((tx) => {
    const delegate = find(tx, id);
    if (!delegate) return null;
    // What is kept of it is that it was done, and nothing of the person.
    const undone = idempotentlyAs(tx, formId, () => {
      if (delegate.status !== "attended") return false;
      change(tx, delegate, statusBeforeAttended(delegate), "undo check-in", actor);
      return true;
    });
    return { undone, delegate: find(tx, id) ?? delegate };
  });
}

const find = (tx: Db, id: number) => tx.select().from(delegates).where(eq(delegates.id, id)).get();

/** Changes the row, and answers what it is now. */
function change(tx: Db, was: Delegate, status: DelegateStatus, action: string, actor: string): Delegate {
  setStatus(tx, [was], status, { actor, action });
  return find(tx, was.id) ?? was;
}
