// The login cookie: read and start. The login itself is a row in login_sessions.
import { createCookie } from "react-router";
import { env } from "#app/env.server.ts";
import { createLoginSession, resumeLoginSession } from "#app/models/login-session.server.ts";
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

/** Starts a login; answers the Set-Cookie header that carries it. */
export async function startLogin(userId: string): Promise<string> {
  const { sid } = await createLoginSession(userId);
  return loginCookie.serialize(sid);
}
