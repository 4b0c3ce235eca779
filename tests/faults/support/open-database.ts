// node open-database.ts: opens the database of DATA_DIR with the migrations of the working folder, and exits.
import { closeDatabase } from "#app/db/connection.server.ts";

await closeDatabase();
