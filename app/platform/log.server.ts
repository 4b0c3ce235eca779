// The log: one JSON object a line on standard output. Nothing personal goes into it.
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { isRouteErrorResponse } from "react-router";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { logOutput } from "#app/platform/log-output.server.ts";
import { requestContext } from "#app/platform/request-context.server.ts";

/** Each line that belongs to a request has its id, which an error page shows too. */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError },
    formatters: { level: (level) => ({ level }) },
    mixin() {
      const requestId = requestContext.getStore()?.id;
      return requestId === undefined ? {} : { requestId };
    },
  },
  logOutput,
);

const FOREIGN_ORIGIN =
  "A form from another origin was refused. If it was this site's own, set SITE_URL to the address that visitors use.";

/** Whether React Router refused a form for where it came from; of one sent with script it says no more. */
export const isForeignOrigin = (error: unknown): boolean =>
  error instanceof Error && /`?origin`? header|^Bad Request$/.test(error.message);

/**
 * An error as the log may have it. A failed query's own message lists its parameters, and those are
 * names and addresses of people: of it only the cause is told. A text that is no JSON is quoted by the
 * error that says so, and a provider may say anything for a reason: what was sent is left out.
 */
function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `A query failed: ${describeError(error.cause)}`;
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (isForeignOrigin(error)) return FOREIGN_ORIGIN;
  if (error instanceof SyntaxError)
    return `SyntaxError\n${(error.stack ?? "").split(error.message).at(-1)?.trimStart()}`;
  if (error instanceof OAuth2RequestError) {
    const isCode = /^[a-z_]{1,40}$/.test(error.code);
    return `The identity provider refused: ${isCode ? error.code : "it gave no readable reason"}`;
  }
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
