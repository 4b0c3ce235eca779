import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { log } from "#app/log.server.ts";

/** Whether the database reads right now; why not goes to the log. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    db.get(sql`select count(*) from sqlite_schema`);
    return true;
  } catch (error) {
    log.error({ error }, "the database does not answer");
    return false;
  }
}
