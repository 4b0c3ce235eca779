import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/platform/env.server.ts";
import { keepPrivate } from "#app/platform/private-files.server.ts";

type Purpose = "login" | "visit" | "toast" | "upload" | "form" | "limit" | "doctor";

/**
 * The keys that sign one kind of thing, such as a cookie: the first signs, all of them verify.
 * Every purpose has keys of its own, so that a value signed for one cookie is worthless in another.
 */
export function signingKeys(purpose: Purpose): string[] {
  const secrets = env.SESSION_SECRET ?? [storedSecret()];
  return secrets.map((secret) => keyOf(secret, purpose));
}

/** The key that is made of a secret for a purpose. */
export const keyOf = (secret: string, purpose: Purpose): string =>
  createHmac("sha256", secret).update(purpose).digest("base64url");

/** The secret in DATA_DIR/secret, made at the first boot. */
function storedSecret(): string {
  const path = join(env.DATA_DIR, "secret");
  keepPrivate(path);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  // Not by the process's number: in two containers both are the first.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    // A link fails where the file exists: of two processes that start together, one secret wins.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}
