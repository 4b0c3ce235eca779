import { log } from "#app/platform/log.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { refuse } from "#app/server/refuse.server.ts";

/** What a step after this one throws is logged, and answered. */
export const answerFailures: Middleware = async (_, response, next) => {
  try {
    await next();
  } catch (error) {
    log.error({ error }, "a page could not be answered");
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, message: "Sorry, something went wrong on our side." });
  }
};
