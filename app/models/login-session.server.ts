// Logins as rows (specification, 3: login session store). The cookie holds the sid alone.
import { randomBytes } from "node:crypto";
import { eq, gt, lte, or } from "drizzle-orm";
import { z } from "zod";
import { isFromFuture, keptSince, latestMoment } from "#app/db/clock.server.ts";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { loginSessions, users } from "#app/db/schema.server.ts";
import { log } from "#app/log.server.ts";
import { recordChange } from "#app/models/audit-log.server.ts";

const IDLE_LIMIT_MS = 12 * 60 * 60 * 1000;
const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1000;
/** A visit prolongs a login at most this often, so that reading pages does not write each time. */
const PROLONG_EVERY_MS = 5 * 60 * 1000;

const LoginSessionData = z.object({ userId: z.string(), startedAt: z.number() });

/** Starts a login for a user under a new, unguessable sid, and notes it in the audit log. */
export async function createLoginSession(userId: string): Promise<{ sid: string; expire: Date }> {
  const startedAt = Date.now();
  const row = {
    sid: randomBytes(32).toString("base64url"),
    sess: { userId, startedAt },
    expire: new Date(startedAt + IDLE_LIMIT_MS),
  };
  await batch((tx) => {
    tx.insert(loginSessions).values(row).run();
    recordSignIn(tx, userId, "signed in");
  });
  return row;
}

/** Notes who signed in or out. Whoever is turned away at the door is not noted: they are no organisers. */
function recordSignIn(tx: Db, userId: string, action: "signed in" | "signed out"): void {
  const user = tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).get();
  if (!user) return;
  recordChange(tx, { actor: user.email, subject: "sign-in", subjectId: null, action, label: user.email });
}

/**
 * The user id of a login that is still good, or null. Using it moves its end to 12 hours from now,
 * never past 7 days after its start.
 */
export async function resumeLoginSession(sid: string): Promise<string | null> {
  const row = db.select().from(loginSessions).where(eq(loginSessions.sid, sid)).get();
  const now = Date.now();
  if (!row || row.expire.getTime() <= now) return null;
  const data = LoginSessionData.safeParse(row.sess);
  if (!data.success || isFromFuture(data.data.startedAt)) return null;

  const end = Math.min(now + IDLE_LIMIT_MS, data.data.startedAt + ABSOLUTE_LIMIT_MS);
  if (end - row.expire.getTime() > PROLONG_EVERY_MS) {
    // Nobody waits for it: a locked database must not keep an organiser from reading.
    const expire = new Date(end);
    batch((tx) => tx.update(loginSessions).set({ expire }).where(eq(loginSessions.sid, sid)).run()).catch(
      (error: unknown) => log.warn({ error }, "a login was not prolonged"),
    );
  }
  return data.data.userId;
}

/** Ends a login, and notes it in the audit log. */
export async function deleteLoginSession(sid: string): Promise<void> {
  await batch((tx) => {
    const ended = tx.delete(loginSessions).where(eq(loginSessions.sid, sid)).returning().get();
    const data = LoginSessionData.safeParse(ended?.sess);
    if (data.success) recordSignIn(tx, data.data.userId, "signed out");
  });
}

/** Removes the logins that have ended by themselves, and those that a wrong clock would let last for years. */
export async function purgeLoginSessions(): Promise<void> {
  const isTooLong = gt(loginSessions.expire, new Date(latestMoment().getTime() + IDLE_LIMIT_MS));
  const isPast = or(lte(loginSessions.expire, keptSince(0)), isTooLong);
  await batch((tx) => tx.delete(loginSessions).where(isPast).run());
}
