// node open-database.ts: applies the migrations in the working folder to the database in DATA_DIR.
import { closeDatabase } from "#app/db/connection.server.ts";

await closeDatabase();
