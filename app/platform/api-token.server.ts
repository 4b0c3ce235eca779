// Tokens by which programs use the organisers' calls. The site knows a token's SHA-256 alone, and its last day.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export type ApiToken = {
  name: string;
  scope: "read" | "full";
  sha256: Buffer;
  /** The last day on which it is accepted, in UTC, like 2026-02-28; null in entries of earlier versions. */
  until: string | null;
};

/** A token ends after so many days where nobody says, and after this many at most. */
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

/** Whether there is such a day: 2026-02-30 would count as the second of March. */
function isDay(text: string): boolean {
  const start = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(start) && dayOf(start) === text;
}

/**
 * A new token, the entry that makes the site accept it, and its last day, so many days from `now` in
 * milliseconds. Null where the name cannot be in an entry, or the days are not 1 to 366.
 */
export function createToken(
  name: string,
  scope: string,
  days = TOKEN_DAYS.usual,
  now = Date.now(),
): { token: string; entry: string; until: string } | null {
  if (!Number.isInteger(days) || days < 1 || days > TOKEN_DAYS.most) return null;
  // 256 random bits: nobody guesses them, so a plain hash of them tells nothing.
  const token = `conf_${randomBytes(32).toString("base64url")}`;
  const until = dayOf(now + days * DAY_MS);
  const entry = `${name}:${scope}:${sha256(token).toString("hex")}:${until}`;
  return readTokenEntry(entry) ? { token, entry, until } : null;
}

/** The entry for a token, or null; it takes the same time whichever it is. */
export function findToken(entries: readonly ApiToken[], token: string): ApiToken | null {
  const given = sha256(token);
  const matches = entries.filter((entry) => isSameHash(given, entry.sha256));
  return matches[0] ?? null;
}

export type TokenProblem = "expired" | "without-end";

/**
 * Why a token that is listed is refused, or null for one that is good at `now`, in milliseconds. A last
 * day further away than one can be given counts as none.
 */
export function tokenProblem({ until }: ApiToken, now: number): TokenProblem | null {
  if (until === null) return "without-end";
  const daysLeft = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / DAY_MS;
  if (daysLeft < 0) return "expired";
  return daysLeft > TOKEN_DAYS.most ? "without-end" : null;
}

/** What whoever sends such a token is told. */
export function tokenRefusal({ name, scope, until }: ApiToken, problem: TokenProblem): string {
  const renewal = `Whoever runs the site can create a new one: npm run api:token -- ${name} ${scope}`;
  if (problem === "expired") return `This token was valid until ${until}. ${renewal}`;
  return `This token has no expiry date within ${TOKEN_DAYS.most} days, so it is not accepted. ${renewal}`;
}

/** The token in `Authorization: Bearer`, or null where that header says anything else or nothing. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.get("Authorization")?.trim() ?? "")?.[1] ?? null;

// Secrets that come with a request, against those that are expected.

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether two hashes are one, in a time that says nothing about how much of a wrong one was right. */
const isSameHash = (given: Buffer, expected: Buffer): boolean => timingSafeEqual(given, expected);

/** The same of two texts of whatever length: their hashes are equally long. */
export const isSameSecret = (given: string, expected: string): boolean =>
  isSameHash(sha256(given), sha256(expected));
