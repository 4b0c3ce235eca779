// API tokens for programs. API_TOKENS contains a token's name, scope, SHA-256 hash and last day.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export type ApiToken = NonNullable<ReturnType<typeof readTokenEntry>>;

/** Lifetime of a token in days: default and maximum. */
export const TOKEN_DAYS = { usual: 90, most: 366 };
const DAY_MS = 24 * 60 * 60 * 1000;
export const TOKEN_NAME = /^[a-z0-9][a-z0-9._-]{0,39}$/i;
const ENTRY = /^([a-z0-9][a-z0-9._-]{0,39}):(public|read|full):([0-9a-f]{64}):(\d{4}-\d\d-\d\d)$/i;

/**
 * Parses an entry of API_TOKENS: `name:public|read|full:sha256hex:last-day`. Returns null if it is invalid
 * or its last day is too far ahead.
 */
export function readTokenEntry(entry: string) {
  const [, name, scope, hex, until] = ENTRY.exec(entry) ?? [];
  if (name === undefined || hex === undefined || until === undefined) return null;
  if (until > dayAfter(TOKEN_DAYS.most)) return null;
  const right = scope?.toLowerCase() as "public" | "read" | "full";
  // `until` is the last valid day in UTC, such as 2026-02-28.
  return { name, scope: right, sha256: Buffer.from(hex, "hex"), until };
}

/** Returns the UTC day that is this many days after `now`, such as 2026-02-28. */
export const dayAfter = (days: number, now = Date.now()): string =>
  new Date(now + days * DAY_MS).toISOString().slice(0, 10);

// A plain hash is safe, because 256 random bits cannot be guessed.
export const createSecret = (): string => `conf_${randomBytes(32).toString("base64url")}`;

/** Returns null if the name, scope or number of days is invalid. */
export function createToken(name: string, scope: string, days = TOKEN_DAYS.usual, now = Date.now()) {
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS.most) return null;
  const token = createSecret();
  const until = dayAfter(days, now);
  const entry = `${name}:${scope}:${sha256(token).toString("hex")}:${until}`;
  return readTokenEntry(entry) ? { token, entry, until } : null;
}

/** Compares in constant time. */
export function findToken(entries: readonly ApiToken[], token: string): ApiToken | null {
  const given = sha256(token);
  const matches = entries.filter(({ sha256: expected }) => timingSafeEqual(given, expected));
  return matches[0] ?? null;
}

export const isExpired = ({ until }: Pick<ApiToken, "until">): boolean => until < dayAfter(0);

/** `authorization` is the header's value. */
export const readBearerToken = (authorization: string | null = ""): string | null =>
  /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1] ?? null;

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
