// The login cookie: read, start, end. The login itself is a row in login_sessions.
import { createCookie } from "react-router";
import { isFromFuture } from "#app/db/clock.server.ts";
import { env } from "#app/env.server.ts";
import {
  createLoginSession,
  deleteLoginSession,
  resumeLoginSession,
} from "#app/models/login-session.server.ts";
import { signingKeys } from "#app/secrets.server.ts";
import { LOGIN_COOKIES } from "#app/server/personal-cookies.server.ts";

const secure = env.SITE_ORIGIN.startsWith("https:");

const loginCookie = createCookie(secure ? LOGIN_COOKIES.secure : LOGIN_COOKIES.plain, {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure,
  secrets: signingKeys("login"),
});

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Stays when the login ends: it lets nobody in, and vouches for what its owner had typed. */
const visitCookie = createCookie("had-login", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure,
  maxAge: WEEK_MS / 1000,
  secrets: signingKeys("visit"),
});

/** The id of the user whose login this request carries, or null. */
export async function readLogin(request: Request): Promise<string | null> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  return typeof sid === "string" ? resumeLoginSession(sid) : null;
}

/** Starts a login; answers the Set-Cookie headers that carry it. */
export async function startLogin(userId: string): Promise<string[]> {
  const { sid } = await createLoginSession(userId);
  return [await loginCookie.serialize(sid), await visitCookie.serialize({ userId, startedAt: Date.now() })];
}

/**
 * The id of the user who logged in here in the last week, or null; they may have logged out since, or their
 * login have ended.
 */
export async function readLastLogin(request: Request): Promise<string | null> {
  const visit: { userId?: unknown; startedAt?: unknown } | null = await visitCookie.parse(
    request.headers.get("Cookie"),
  );
  const { userId, startedAt } = visit ?? {};
  if (typeof userId !== "string" || typeof startedAt !== "number") return null;
  return Date.now() - startedAt < WEEK_MS && !isFromFuture(startedAt) ? userId : null;
}

/** Ends the login that this request carries: its row goes, and so does the cookie by this Set-Cookie header. */
export async function endLogin(request: Request): Promise<string> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  if (typeof sid === "string") await deleteLoginSession(sid);
  return loginCookie.serialize("", { maxAge: 0 });
}
