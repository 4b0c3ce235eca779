import { getLoggedInUser, logRefusedLogin, toUserJson } from "#app/auth/auth.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import type { Route } from "./+types/auth-user";

/** GET /api/auth/user: the logged-in organiser or helper, or 401 (specification, section 7). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = getLoggedInUser(context);
  if (user) return Response.json(toUserJson(user));
  await logRefusedLogin(request);
  return jsonError(401, "Unauthorized");
}
