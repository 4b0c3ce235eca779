// The login cookie: read, start, end. The login itself is a row in login_sessions.
import { createCookie } from "react-router";
import { env } from "#app/env.server.ts";
import {
  createLoginSession,
  deleteLoginSession,
  isRecentLoginSession,
  resumeLoginSession,
} from "#app/models/login-session.server.ts";
import { signingKeys } from "#app/secrets.server.ts";

const secure = env.SITE_ORIGIN.startsWith("https:");

const loginCookie = createCookie(secure ? "__Host-login" : "login", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure,
  secrets: signingKeys("login"),
});

/** The id of the user whose login this request carries, or null. */
export async function readLogin(request: Request): Promise<string | null> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  return typeof sid === "string" ? resumeLoginSession(sid) : null;
}

/** Whether the request carries the cookie of a login that ended by itself not long ago. */
export async function hadLogin(request: Request): Promise<boolean> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  return typeof sid === "string" && isRecentLoginSession(sid);
}

/** Starts a login; answers the Set-Cookie header that carries it. */
export async function startLogin(userId: string): Promise<string> {
  const { sid } = await createLoginSession(userId);
  return loginCookie.serialize(sid);
}

/** Ends the login that this request carries: its row goes, and so does the cookie by this Set-Cookie header. */
export async function endLogin(request: Request): Promise<string> {
  const sid: unknown = await loginCookie.parse(request.headers.get("Cookie"));
  if (typeof sid === "string") await deleteLoginSession(sid);
  return loginCookie.serialize("", { maxAge: 0 });
}
