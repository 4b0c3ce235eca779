import { href, redirect } from "react-router";
import { hasCookie } from "#app/http/site-cookies.server.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { endLogin } from "#app/session.server.ts";
import type { Route } from "./+types/logout";

/** GET /api/logout: ends the login. Links from other sites are ignored. */
export async function loader({ request }: Route.LoaderArgs) {
  const hasLogin = hasCookie(request.headers.get("Cookie") ?? "", "login");
  if (!hasLogin || !isOwnNavigation(request)) return redirect(href("/"), 303);
  const ended = await endLogin(request);
  const answer = await redirectWithToast(href("/"), LOGGED_OUT);
  answer.headers.append("Set-Cookie", ended);
  return answer;
}

const LOGGED_OUT = { type: "success", message: "Logged Out", description: "You are logged out." } as const;

/** Returns true for a person's navigation. A script's fetch has an Origin or a different mode. */
function isOwnNavigation({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site") ?? "none";
  const mode = headers.get("Sec-Fetch-Mode") ?? "navigate";
  return ["same-origin", "same-site", "none"].includes(site) && mode === "navigate" && !headers.has("Origin");
}
