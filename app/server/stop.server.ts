// Stopping: nothing new, what is in flight ends well, the database is closed in good order.
import type { Server } from "node:http";
import { closeDatabase } from "#app/db/connection.server.ts";
import { log } from "#app/log.server.ts";

/** Requests that take longer than this are ended; docker kills ten seconds after it asked. */
const PATIENCE_MS = 8_000;
/** The port stays open so long: what has arrived and was not looked at yet is still answered. */
const LAST_CALL_MS = 250;

let stopping = false;
/** Whether connections are to be closed after their answer. */
export const isStopping = (): boolean => stopping;

/** Ends the process with status 0 on SIGTERM or SIGINT, once everything in flight has been answered. */
export function stopOnSignal(server: Server): void {
  // After react-router-serve has set its own, which close the port and wait for ever.
  server.once("listening", () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.removeAllListeners(signal);
      process.once(signal, () => stop(server));
    }
  });
}

function stop(server: Server): void {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  const limit = setTimeout(() => {
    log.warn("some requests took too long and were ended");
    server.closeAllConnections();
  }, PATIENCE_MS);
  const close = () =>
    server.close(async () => {
      clearTimeout(limit);
      await closeDatabase();
      log.info("stopped");
      process.exit(0);
    });
  // However busy it is: one turn to accept connections, one to read from them.
  setTimeout(() => setImmediate(() => setImmediate(() => setImmediate(close))), LAST_CALL_MS);
}
