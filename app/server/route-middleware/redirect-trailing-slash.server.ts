import { type MiddlewareFunction, redirect } from "react-router";
import { addressWithoutSlash } from "#app/http/one-address.server.ts";

/** Everything has one address, without a slash at its end. */
export const redirectTrailingSlash: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  // Somebody who has to log in first comes back to the same one address.
  const leadsOn = response.ok || response.status === 401;
  const address = leadsOn ? addressWithoutSlash(request) : null;
  return address === null ? response : redirect(address, 308);
};
