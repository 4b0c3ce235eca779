// node open-database.ts: opens the database of DATA_DIR, by the migrations in the working folder, and ends.
import { closeDatabase } from "#app/db/connection.server.ts";

await closeDatabase();
