import { discardBody, hasBody } from "#app/server/body.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";

/** Nothing behind this step looks at a body that comes with these. */
const READING_METHODS = ["GET", "HEAD"];

export const discardBodies: Middleware = (request, response, next) => {
  if (!hasBody(request)) return next();
  if (READING_METHODS.includes(request.method ?? "")) discardBody(request);
  else response.once("finish", () => discardBody(request));
  return next();
};
