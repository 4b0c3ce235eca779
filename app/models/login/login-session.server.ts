// The login session store (specification, section 3). The cookie contains only the sid, and the
// database only its hash, so a copy of the database logs no one in.
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { finderBy } from "#app/db/prepared-statements.server.ts";
import { loginSessions, users } from "#app/db/schema.server.ts";
import { retentionCutoff } from "#app/db/scrub.server.ts";
import { recordEvent, runChangeset, runChangesetWithin } from "#app/models/changeset/changeset.server.ts";
import { log } from "#app/platform/log.server.ts";
import { toPage } from "#app/platform/pages.ts";

const IDLE_LIMIT_MS = 12 * 60 * 60 * 1000;
const ABSOLUTE_LIMIT_MS = 7 * 24 * 60 * 60 * 1000;
/** Minimum time between extensions of a session, so that page views rarely write to disk. */
const PROLONG_EVERY_MS = 60 * 1000;

type LoginSessionRow = typeof loginSessions.$inferSelect;

const hashSid = (sid: string): string => createHash("sha256").update(sid).digest("base64url");

/** Starts a login session with an unguessable sid. `browser` is a display name. */
export async function createLoginSession(userId: string, browser: string | null = null) {
  const startedAt = Date.now();
  const sid = randomBytes(32).toString("base64url");
  const row = {
    sid: hashSid(sid),
    sess: { userId, startedAt, lastUsedAt: startedAt, browser },
    expire: new Date(startedAt + IDLE_LIMIT_MS),
  };
  await batch((tx) => {
    tx.insert(loginSessions).values(row).run();
    recordLogin(tx, userId, "logged in");
  });
  return { ...row, sid };
}

function recordLogin(tx: Db, userId: string, action: "logged in" | "logged out"): void {
  const user = tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).get();
  if (!user) return;
  runChangesetWithin(tx, { actor: user.email }, action, (changesetId) =>
    recordEvent(tx, changesetId, { subject: "login", label: user.email }),
  );
}

const findLogin = finderBy(loginSessions, loginSessions.sid);

/** Returns the user's id, or null. Extends a valid session by 12 hours, up to 7 days in total. */
export async function resumeLoginSession(sid: string): Promise<string | null> {
  const row = findLogin(hashSid(sid));
  const now = Date.now();
  if (!row || row.expire.getTime() <= now) return null;

  const { userId, startedAt, lastUsedAt } = row.sess;
  const end = Math.min(now + IDLE_LIMIT_MS, startedAt + ABSOLUTE_LIMIT_MS);
  if (now - lastUsedAt > PROLONG_EVERY_MS) {
    // Not awaited, because a locked database must not block page views.
    const used = { expire: new Date(end), sess: { ...row.sess, lastUsedAt: now } };
    batch((tx) => tx.update(loginSessions).set(used).where(eq(loginSessions.sid, row.sid)).run()).catch(
      (error: unknown) => log.warn({ error }, "a login could not be extended"),
    );
  }
  return userId;
}

/** Milliseconds since 1970, or 0 for an unknown session. */
export const getLoginStart = (sid: string): number => findLogin(hashSid(sid))?.sess.startedAt ?? 0;

/** Identifies a login session to its owner without revealing the sid. */
export const toLoginId = (sid: string): string => idOfHash(hashSid(sid));

const idOfHash = (hash: string): string => hash.slice(0, 16);

const isOf = (userId: string) => sql`json_extract(${loginSessions.sess}, '$.userId') = ${userId}`;

const PAGE_SIZE = 20;

/** Lists a page of the user's logins, the last used first. */
export async function listLoginSessions(userId: string, wantedPage = 1) {
  const good = and(isOf(userId), gt(loginSessions.expire, new Date()));
  const total = await db.$count(loginSessions, good);
  const page = toPage(total, wantedPage, PAGE_SIZE);
  const lastUsedFirst = desc(sql`${loginSessions.sess} ->> 'lastUsedAt'`);
  const all = db.select().from(loginSessions).where(good).orderBy(lastUsedFirst);
  const listed = all.limit(PAGE_SIZE).offset(page.offset).all().map(toOwnLogin);
  return { listed, total, ...page };
}

const toOwnLogin = ({ sid, sess }: LoginSessionRow) => ({
  /** Identifies the session to end. Grants no access. */
  id: idOfHash(sid),
  /** Name such as 'Firefox on Windows'. */
  browser: sess.browser ?? "An unknown browser",
  startedAt: new Date(sess.startedAt).toISOString(),
  /** Accurate to one minute. */
  lastUsedAt: new Date(sess.lastUsedAt).toISOString(),
});
export type LoginSummary = ReturnType<typeof toOwnLogin>;

/** Ends login sessions. The browsers are logged out on their next request. */
export async function endLoginSessions(
  userId: string,
  isWanted: (id: string) => boolean,
  actor: string,
  formId?: string,
): Promise<LoginSummary[]> {
  return runChangeset({ actor, formId }, "ended", (tx, changesetId) => {
    const rows = tx.select().from(loginSessions).where(isOf(userId)).all();
    const wanted = rows.filter(({ sid }) => isWanted(idOfHash(sid)));
    const sids = wanted.map(({ sid }) => sid);
    tx.delete(loginSessions).where(inArray(loginSessions.sid, sids)).run();
    // Records no event for sessions that have already expired.
    const ended = wanted.filter(({ expire }) => expire.getTime() > Date.now());
    const logins = ended.map(toOwnLogin);
    for (const { browser } of logins) recordEvent(tx, changesetId, { subject: "login", label: browser });
    return logins;
  });
}

export async function deleteLoginSession(sid: string): Promise<boolean> {
  return batch((tx) => {
    const isThis = eq(loginSessions.sid, hashSid(sid));
    const ended = tx.delete(loginSessions).where(isThis).returning().get();
    if (ended) recordLogin(tx, ended.sess.userId, "logged out");
    return ended !== undefined;
  });
}

export async function purgeLoginSessions(): Promise<void> {
  const isPast = lte(loginSessions.expire, retentionCutoff(0));
  await batch((tx) => tx.delete(loginSessions).where(isPast).run());
}
