import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { describeError } from "#app/http/describe-error.server.ts";

/** Whether the database reads right now; why not goes to the log. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    db.get(sql`select count(*) from sqlite_schema`);
    return true;
  } catch (error) {
    console.error(`The database does not answer: ${describeError(error)}`);
    return false;
  }
}
