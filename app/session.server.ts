import { describeBrowser } from "#app/http/browser-name.server.ts";
import { createSiteCookie, hasCookie } from "#app/http/site-cookies.server.ts";
import {
  createLoginSession,
  deleteLoginSession,
  getLoginStart,
  resumeLoginSession,
  toLoginId,
} from "#app/models/login/login-session.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";

const loginCookie = createSiteCookie("login");

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** This cookie outlives the login. It grants no access, but proves that a draft is the user's. */
const visitCookie = createSiteCookie("had-login", { maxAge: WEEK_MS / 1000 });

export async function readUserId(request: Request): Promise<string | null> {
  const sid = await readSid(request);
  return sid === null ? null : resumeLoginSession(sid);
}

async function readSid(request: Request): Promise<string | null> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  return typeof sid === "string" ? sid : null;
}

/** The id that distinguishes this login from the user's other logins, or null if logged out. */
export async function readLoginId(request: Request): Promise<string | null> {
  const sid = await readSid(request);
  return sid === null ? null : toLoginId(sid);
}

const HOUR_MS = 60 * 60 * 1000;

/** True if the request's login began within the past hour. */
export async function hasRecentLogin(request: Request): Promise<boolean> {
  const sid = await readSid(request);
  return sid !== null && Date.now() - getLoginStart(sid) < HOUR_MS;
}

/** The reason a request's login cookie is rejected, or null if the request has none. */
export async function findLoginProblem(request: Request): Promise<"altered" | "ended" | "not-listed" | null> {
  if (!hasCookie(request.headers.get("Cookie") ?? "", "login")) return null;
  const sid = await readSid(request);
  if (sid === null) return "altered";
  return (await resumeLoginSession(sid)) === null ? "ended" : "not-listed";
}

/** Starts a login session and returns its Set-Cookie headers. */
export async function startLogin(userId: string, userAgent: string | null = null): Promise<string[]> {
  const { sid } = await createLoginSession(userId, describeBrowser(userAgent));
  return [await loginCookie.serialize(sid), await visitCookie.serialize({ userId, startedAt: Date.now() })];
}

/** The user who logged in with this browser during the last week, even if the login has ended. */
export async function readLastUserId(request: Request): Promise<string | null> {
  const { userId, startedAt } = (await visitCookie.parse(request.headers.get("Cookie"))) ?? {};
  if (typeof userId !== "string" || typeof startedAt !== "number") return null;
  return Date.now() - startedAt < WEEK_MS ? userId : null;
}

/** Deletes the request's login session. Returns the Set-Cookie header that deletes the cookie. */
export async function endLogin(request: Request): Promise<string> {
  const sid = await readSid(request);
  if (sid !== null && (await deleteLoginSession(sid)))
    logSecurityEvent("login-ended", { reason: "logged-out" });
  return loginCookie.serialize("", { maxAge: 0 });
}
