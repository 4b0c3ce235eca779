import { toUserJson, userContext } from "#app/auth.server.ts";
import { jsonError, methodNotAllowed } from "#app/http/json.server.ts";
import type { Route } from "./+types/auth-user";

/** GET /api/auth/user: who is signed in; 401 for nobody (specification, 7). */
export function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  return user ? Response.json(toUserJson(user)) : jsonError(401, "Unauthorized");
}

export const action = () => methodNotAllowed("GET", "HEAD");
