import { DrizzleQueryError } from "drizzle-orm";

/**
 * An error as the log may have it. A failed query's own message lists its parameters, and those are
 * names and addresses of people: of it only the cause is told.
 */
export function describeError(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `A query failed: ${describeError(error.cause)}`;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
