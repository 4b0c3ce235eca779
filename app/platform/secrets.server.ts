import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/platform/env.server.ts";

type Purpose = "login" | "visit" | "toast" | "upload" | "form" | "doctor";

/** The first key signs; all verify. A value signed for one purpose is invalid for the others. */
export function signingKeys(purpose: Purpose): string[] {
  return (env.SESSION_SECRET ?? [storedSecret()]).map((secret) => hmac(secret, purpose));
}

export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

/** Reads DATA_DIR/secret, or creates it on the first start. */
function storedSecret(): string {
  const path = join(env.DATA_DIR, "secret");
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  // The name is random, because processes in two containers can have the same process id.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { flush: true, mode: 0o600 });
  try {
    // linkSync fails if the file exists, so only one of two concurrent processes stores its secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8").trim();
}
