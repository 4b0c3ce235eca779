import type { MiddlewareFunction } from "react-router";
import { currentUser, userContext } from "#app/auth/auth.server.ts";

/** Who is asking, for every loader, action and guard: `userContext`. */
export const loadUser: MiddlewareFunction<Response> = async ({ request, context }) => {
  context.set(userContext, await currentUser(request));
};
