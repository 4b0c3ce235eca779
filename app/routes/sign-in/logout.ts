import { redirect } from "react-router";
import { endLogin } from "#app/session.server.ts";
import type { Route } from "./+types/logout";

/** GET /api/logout: ends the login. A link of this site, not one on another: that would log people out unasked. */
export async function loader({ request }: Route.LoaderArgs) {
  const site = request.headers.get("Sec-Fetch-Site");
  const isOwn = site === null || site === "same-origin" || site === "same-site" || site === "none";
  return redirect("/", { status: 303, headers: isOwn ? { "Set-Cookie": await endLogin(request) } : {} });
}
