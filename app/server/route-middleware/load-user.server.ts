import type { MiddlewareFunction } from "react-router";
import { currentLogin, helperContext, userContext } from "#app/auth/auth.server.ts";

/** Who is asking, for every loader, action and guard: `userContext` or `helperContext`. */
export const loadUser: MiddlewareFunction<Response> = async ({ request, context }) => {
  const login = await currentLogin(request);
  if (login) context.set(login.role === "organiser" ? userContext : helperContext, login.user);
};
