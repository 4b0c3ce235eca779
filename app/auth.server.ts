// Who is asking, and whether they are an organiser.
import { createContext } from "react-router";
import { env } from "#app/env.server.ts";
import { getUser, type User } from "#app/models/user.server.ts";
import { readLogin } from "#app/session.server.ts";

/** The organiser who sent the request, or null; set by the root middleware for everything below it. */
export const userContext = createContext<User | null>(null);

/** The signed-in organiser, or null. The allow-list is asked at every request, not only at login. */
export async function currentUser(request: Request): Promise<User | null> {
  const userId = await readLogin(request);
  const user = userId === null ? null : await getUser(userId);
  return user && isOrganiser(user.email) ? user : null;
}

/** Whether ADMIN_EMAILS lists this address, or its whole domain as `*@example.org`. */
export function isOrganiser(email: string): boolean {
  const address = email.toLowerCase();
  return env.ADMIN_EMAILS.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}

/** A user as GET /api/auth/user shows them (specification, 7). */
export function toUserJson({ id, email, firstName, lastName, profileImageUrl }: User) {
  return { id, email, firstName, lastName, profileImageUrl };
}
