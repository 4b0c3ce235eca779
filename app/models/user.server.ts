import { eq } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { users } from "#app/db/schema.server.ts";

export type User = typeof users.$inferSelect;
export type UserProfile = Pick<User, "email" | "firstName" | "lastName" | "profileImageUrl">;

/** The user with this id, or null. */
export async function getUser(id: string): Promise<User | null> {
  return db.select().from(users).where(eq(users.id, id)).get() ?? null;
}

/** The user with this e-mail address, in lower case as they are stored, or null. */
export async function getUserByEmail(email: string): Promise<User | null> {
  return db.select().from(users).where(eq(users.email, email)).get() ?? null;
}

/** Creates the user with this e-mail address, or brings the one there is up to date with what is known. */
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
