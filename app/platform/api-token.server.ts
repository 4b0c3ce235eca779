// Tokens by which programs use the organisers' calls. The site knows a token's SHA-256 alone, and its last day.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export type ApiToken = {
  name: string;
  scope: "read" | "full";
  sha256: Buffer;
  /** The last accepted day in UTC, like 2026-02-28; null in entries of earlier versions. */
  until: string | null;
};

/** Days until a token ends: by default, and at most. */
export const TOKEN_DAYS = { usual: 90, most: 366 };
const DAY_MS = 24 * 60 * 60 * 1000;
const ENTRY = /^([a-z0-9][a-z0-9._-]{0,39}):(read|full):([0-9a-f]{64})(?::(\d{4}-\d\d-\d\d))?$/i;

/** An entry of API_TOKENS, `name:read|full:sha256hex:last-day`; null for anything else. */
export function readTokenEntry(entry: string): ApiToken | null {
  const [, name, scope, hex, until = null] = ENTRY.exec(entry) ?? [];
  if (name === undefined || hex === undefined || (until !== null && !isDay(until))) return null;
  const isFull = scope?.toLowerCase() === "full";
  return { name, scope: isFull ? "full" : "read", sha256: Buffer.from(hex, "hex"), until };
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** 2026-02-30 is no day: Date would count it as the second of March. */
function isDay(text: string): boolean {
  const start = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(start) && dayOf(start) === text;
}

/** A new token, good for so many days from `now`; null for a name or number that an entry cannot have. */
export function createToken(
  name: string,
  scope: string,
  days = TOKEN_DAYS.usual,
  now = Date.now(),
): { token: string; entry: string; until: string } | null {
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS.most) return null;
  // 256 random bits cannot be guessed, so a plain hash of them tells nothing.
  const token = `conf_${randomBytes(32).toString("base64url")}`;
  const until = dayOf(now + days * DAY_MS);
  const entry = `${name}:${scope}:${sha256(token).toString("hex")}:${until}`;
  return readTokenEntry(entry) ? { token, entry, until } : null;
}

/** The entry for a token, or null, in the same time for either. */
export function findToken(entries: readonly ApiToken[], token: string): ApiToken | null {
  const given = sha256(token);
  const matches = entries.filter(({ sha256: expected }) => timingSafeEqual(given, expected));
  return matches[0] ?? null;
}

export type TokenProblem = "expired" | "without-end";

/** Why a listed token is refused, or null; a last day that is too far away counts as none. */
export function tokenProblem({ until }: ApiToken, now: number): TokenProblem | null {
  if (until === null) return "without-end";
  const daysLeft = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / DAY_MS;
  if (daysLeft < 0) return "expired";
  return daysLeft > TOKEN_DAYS.most ? "without-end" : null;
}

export function tokenRefusal({ name, scope, until }: ApiToken, problem: TokenProblem): string {
  const renewal = `Whoever runs the site can create a new one: npm run api:token -- ${name} ${scope}`;
  if (problem === "expired") return `This token was valid until ${until}. ${renewal}`;
  return `This token has no expiry date within ${TOKEN_DAYS.most} days, so it is not accepted. ${renewal}`;
}

/** The token in `Authorization: Bearer`, or null. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.get("Authorization")?.trim() ?? "")?.[1] ?? null;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares two secrets in a time that does not tell how much of a wrong one is right. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected));
