// Logs one JSON object per line to standard output, without personal data.
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { isRouteErrorResponse } from "react-router";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { requestContext } from "#app/platform/request-context.server.ts";

// If standard output is closed or blocked, the site drops lines but keeps running.
const WAITING_LIMIT_BYTES = 256 * 1024;

/** Lines from the current event-loop turn. They are written together. */
let lines: string[] = [];

// Without a listener, an error event would end the process.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
}
process.once("exit", printLines);

const logOutput = {
  write(line: string): void {
    if (lines.length === 0) setImmediate(printLines);
    lines.push(line);
  },
};

function printLines(): void {
  const waiting = lines;
  lines = [];
  if (waiting.length === 0 || process.stdout.writableLength > WAITING_LIMIT_BYTES) return;
  process.stdout.write(waiting.join(""));
}

/** Adds the request's id to each line. Error pages show the same id. */
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

/** Logs why a promise was rejected. */
export const logError = (what: string) => (error: unknown) => log.error({ error }, what);

/** Omits messages that may quote personal data, such as query parameters or invalid JSON. */
function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `A query failed: ${describeError(error.cause)}`;
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  if (error instanceof SyntaxError)
    return `SyntaxError\n${(error.stack ?? "").split(error.message).at(-1)?.trimStart()}`;
  if (error instanceof OAuth2RequestError) {
    const isCode = /^[a-z_]{1,40}$/.test(error.code);
    return `The identity provider refused: ${isCode ? error.code : "no readable reason given"}`;
  }
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
