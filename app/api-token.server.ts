// Tokens by which programs use the organisers' calls. The site knows a token's SHA-256 alone.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export type ApiToken = { name: string; scope: "read" | "full"; sha256: Buffer };

const ENTRY = /^([a-z0-9][a-z0-9._-]{0,39}):(read|full):([0-9a-f]{64})$/i;

/** An entry of API_TOKENS, `name:read|full:sha256hex`; null for anything else. */
export function readTokenEntry(entry: string): ApiToken | null {
  const [, name, scope, hex] = ENTRY.exec(entry) ?? [];
  if (name === undefined || hex === undefined) return null;
  return { name, scope: scope?.toLowerCase() === "full" ? "full" : "read", sha256: Buffer.from(hex, "hex") };
}

/** A new token and the entry that makes the site accept it; null where the name cannot be in an entry. */
export function createToken(name: string, scope: string): { token: string; entry: string } | null {
  // 256 random bits: nobody guesses them, so a plain hash of them tells nothing.
  const token = `conf_${randomBytes(32).toString("base64url")}`;
  const entry = `${name}:${scope}:${sha256(token).toString("hex")}`;
  return readTokenEntry(entry) ? { token, entry } : null;
}

/** The entry for a token, or null; it takes the same time whichever it is. */
export function findToken(entries: readonly ApiToken[], token: string): ApiToken | null {
  const given = sha256(token);
  const matches = entries.filter((entry) => timingSafeEqual(entry.sha256, given));
  return matches[0] ?? null;
}

/** The token in `Authorization: Bearer`, or null where that header says anything else or nothing. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.get("Authorization")?.trim() ?? "")?.[1] ?? null;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
