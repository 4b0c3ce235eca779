// The log: one JSON object a line on standard output. Nothing personal goes into it.
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { isRouteErrorResponse } from "react-router";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { requestContext } from "#app/platform/request-context.server.ts";

// Where the log goes: standard output, which may be closed, full, or a pipe that nobody empties. Then lines are
// lost and counted, and the site goes on: an answer is worth more than the line about it.

/** What may wait for a pipe to be emptied. */
const WAITING_LIMIT_BYTES = 256 * 1024;

let lost = 0;
/** The lines of this turn of the event loop: they are written together when it ends, or when the process does. */
let lines: string[] = [];

// Without anybody to hear them, these would end the process. The writes below learn of them by themselves;
// what others print (Node's warnings, a stack trace) is lost with them.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
}
process.once("exit", printLines);

/** Takes a line of the log. It neither waits nor throws. */
const logOutput = {
  write(line: string): void {
    if (lines.length === 0) setImmediate(printLines);
    lines.push(line);
  },
};

function printLines(): void {
  const count = lines.length;
  const text = lines.join("");
  lines = [];
  if (count === 0) return;
  if (process.stdout.writableLength > WAITING_LIMIT_BYTES) lost += count;
  else print(text, { whenLost: count });
}

function print(text: string, { whenLost }: { whenLost: number }): void {
  process.stdout.write(text, (error) => {
    if (error) lost += whenLost;
    else if (lost > 0 && process.stdout.writableLength === 0) tellWhatIsLost();
  });
}

/** Said once, when whatever had waited has come through. */
function tellWhatIsLost(): void {
  const line = { level: "warn", time: new Date(), lost, msg: "lines of the log could not be written" };
  lost = 0;
  print(`${JSON.stringify(line)}\n`, { whenLost: line.lost });
}

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
