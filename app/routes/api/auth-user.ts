import { getLoggedInUser, logRefusedLogin, toUserJson, unauthorized } from "#app/auth/auth.server.ts";
import { checkQuery } from "#app/openapi/known-parameters.server.ts";
import type { Route } from "./+types/auth-user";

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }) => {
    if (getLoggedInUser(context)) return;
    await logRefusedLogin(request);
    throw unauthorized("no one is logged in, and this call accepts no token.");
  },
  checkQuery({ isGuarded: true }),
];

/** GET /api/auth/user: the logged-in organiser or helper, or 401 (specification, section 7). */
export function loader({ context }: Route.LoaderArgs) {
  const user = getLoggedInUser(context);
  return Response.json(user && toUserJson(user));
}
