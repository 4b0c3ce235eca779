// The login cookie: read, start, end. The login itself is a row in login_sessions.
import { siteCookie } from "#app/http/site-cookies.server.ts";
import {
  createLoginSession,
  deleteLoginSession,
  resumeLoginSession,
} from "#app/models/login-session.server.ts";
import { signingKeys } from "#app/secrets.server.ts";

const loginCookie = siteCookie("login", { secrets: signingKeys("login") });

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Stays when the login ends: it lets nobody in, and vouches for what its owner had typed. */
const visitCookie = siteCookie("had-login", { maxAge: WEEK_MS / 1000, secrets: signingKeys("visit") });

/** The id of the user whose login this request carries, or null. */
export async function readLogin(request: Request): Promise<string | null> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  return typeof sid === "string" ? resumeLoginSession(sid) : null;
}

/** Starts a login; answers the Set-Cookie headers that carry it. */
export async function startLogin(userId: string): Promise<string[]> {
  const { sid } = await createLoginSession(userId);
  return [await loginCookie.serialize(sid), await visitCookie.serialize({ startedAt: Date.now() })];
}

/** Whether somebody logged in here in the last week; they may have logged out since, or their login have ended. */
export async function hadLogin(request: Request): Promise<boolean> {
  const visit: { startedAt?: unknown } | null = await visitCookie.parse(request.headers.get("Cookie"));
  return typeof visit?.startedAt === "number" && Date.now() - visit.startedAt < WEEK_MS;
}

/** Ends the login that this request carries: its row goes, and so does the cookie by this Set-Cookie header. */
export async function endLogin(request: Request): Promise<string> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  if (typeof sid === "string") await deleteLoginSession(sid);
  return loginCookie.serialize("", { maxAge: 0 });
}
