import { eq, inArray, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { finderBy } from "#app/db/prepared-statements.server.ts";
import { drafts, loginLinks, loginSessions, users } from "#app/db/schema.server.ts";
import { markForScrub, scheduleScrubRetry } from "#app/db/scrub.server.ts";

export type User = typeof users.$inferSelect;
export type UserProfile = Pick<User, "email" | "firstName" | "lastName" | "profileImageUrl">;

export const welcomeName = (user: { firstName: string | null; email: string } | null): string =>
  user?.firstName || user?.email || "Admin";

const findUser = finderBy(users, users.id);

export async function getUser(id: string): Promise<User | null> {
  return findUser(id);
}

export async function getUserByEmail(email: string): Promise<User | null> {
  return db.select().from(users).where(eq(users.email, email)).get() ?? null;
}

export async function saveUser(profile: Pick<User, "email"> & Partial<UserProfile>): Promise<User> {
  return batch((tx) =>
    tx
      .insert(users)
      .values(profile)
      .onConflictDoUpdate({ target: users.email, set: { ...profile, updatedAt: new Date() } })
      .returning()
      .get(),
  );
}

/** Removes users who may no longer log in, with their login sessions, links and drafts. */
export async function removeFormerUsers(isListed: (email: string) => boolean): Promise<number> {
  const isFormer = ({ email }: { email: string }) => !isListed(email);
  return batch((tx) => {
    const former = tx.select().from(users).all().filter(isFormer);
    const links = tx.select().from(loginLinks).all().filter(isFormer);
    if (former.length + links.length === 0) return 0;
    const ids = former.map(({ id }) => id);
    const tokens = links.map(({ tokenHash }) => tokenHash);
    tx.delete(loginSessions)
      .where(inArray(sql`${loginSessions.sess} ->> '$.userId'`, ids))
      .run();
    tx.delete(drafts).where(inArray(drafts.userId, ids)).run();
    tx.delete(loginLinks).where(inArray(loginLinks.tokenHash, tokens)).run();
    tx.delete(users).where(inArray(users.id, ids)).run();
    markForScrub(tx);
    scheduleScrubRetry();
    return former.length;
  });
}
