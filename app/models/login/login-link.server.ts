import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import { z } from "zod";
import { batch, type Db } from "#app/db/connection.server.ts";
import { loginLinks } from "#app/db/schema.server.ts";
import { retentionCutoff } from "#app/db/scrub.server.ts";
import { claimFormInTransaction } from "#app/models/changeset/changeset.server.ts";
import { emailAddress } from "#app/models/text/text.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Converts the address to lower case, like the configured addresses. */
export const LoginLinkInput = z.object({ email: emailAddress.transform((email) => email.toLowerCase()) });

export const LINK_LIFETIME_MINUTES = 15;
const LIFETIME_MS = LINK_LIFETIME_MINUTES * 60_000;

const hash = (token: string) => createHash("sha256").update(token).digest("hex");

export const createLoginLink = (email: string): Promise<string> => batch((tx) => insertLink(tx, email));

/** Returns the token, or null for a repeated submission. */
export const createLoginLinkOnce = (email: string, formId: string): Promise<string | null> =>
  batch((tx) =>
    claimFormInTransaction(tx, formId, { actor: "visitor", action: "login link" })
      ? insertLink(tx, email)
      : null,
  );

function insertLink(tx: Db, email: string): string {
  const token = randomBytes(32).toString("base64url");
  const expire = new Date(Date.now() + LIFETIME_MS);
  tx.delete(loginLinks)
    .where(lte(loginLinks.expire, retentionCutoff(0)))
    .run();
  tx.insert(loginLinks)
    .values({ tokenHash: hash(token), email, expire })
    .run();
  return token;
}

/** The address opens a page with a button. Only pressing the button uses up the one-time link. */
export const loginLinkUrl = (token: string): string => `${env.SITE_ORIGIN}/api/login?link=${token}`;

/** Uses up the token. Returns its email address, or null for an unknown, used or expired token. */
export async function redeemLoginLink(token: string): Promise<string | null> {
  const good = and(eq(loginLinks.tokenHash, hash(token)), gt(loginLinks.expire, new Date()));
  const used = await batch((tx) => tx.delete(loginLinks).where(good).returning().get());
  return used?.email ?? null;
}
