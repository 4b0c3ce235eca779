import { redirect } from "react-router";
import type { Route } from "./+types/section";

/** GET /program, /schedule and /speakers, which people type: the section of the landing page. */
export function loader({ url }: Route.LoaderArgs) {
  const path = url.pathname.toLowerCase();
  return redirect(path.startsWith("/speakers") ? "/#speakers" : "/#program");
}
