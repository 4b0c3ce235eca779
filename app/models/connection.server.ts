import { asc } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections } from "#app/db/schema.server.ts";

export type Connection = typeof connections.$inferSelect;

/** Every link between a speaker and a session, oldest first. */
export async function listConnections(): Promise<Connection[]> {
  return db.select().from(connections).orderBy(asc(connections.id)).all();
}
