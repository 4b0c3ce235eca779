import { href, redirect } from "react-router";
import { endLogin } from "#app/session.server.ts";
import type { Route } from "./+types/logout";

/** GET /api/logout: ends the login. A link of this site, not one on another: that would log people out unasked. */
export async function loader({ request }: Route.LoaderArgs) {
  const headers: HeadersInit = isOwnNavigation(request) ? { "Set-Cookie": await endLogin(request) } : {};
  return redirect(href("/"), { status: 303, headers });
}

/** Somebody went here, by a link or the address bar: what scripts fetch has an Origin or another mode. */
function isOwnNavigation({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site") ?? "none";
  const mode = headers.get("Sec-Fetch-Mode") ?? "navigate";
  return ["same-origin", "same-site", "none"].includes(site) && mode === "navigate" && !headers.has("Origin");
}
