import type { Server } from "node:http";
import { closeDatabase } from "#app/db/connection.server.ts";
import { stopMail } from "#app/mail/mail.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endMaintenance } from "#app/server/maintenance.server.ts";

/** Limit for requests in flight. By default, Docker kills a process ten seconds after SIGTERM. */
const TIMEOUT_MS = 8_000;
const MAIL_PATIENCE_MS = 7_000;
/** The port stays open this long, because closing it resets connections that are not yet accepted. */
const ACCEPT_GRACE_MS = 250;

let stopping = false;
/** True if connections should close after their responses. */
export const isStopping = (): boolean => stopping;

/** Completes the requests in flight and exits with status 0. */
export function stop(server: Server): void {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  const mailStopped = stopMail(MAIL_PATIENCE_MS);
  const limit = setTimeout(() => {
    log.warn("some requests took too long and were aborted");
    server.closeAllConnections();
  }, TIMEOUT_MS);
  const close = () =>
    server.close(async () => {
      clearTimeout(limit);
      await mailStopped;
      await endMaintenance();
      await closeDatabase();
      log.info("stopped");
      process.exit(0);
    });
  // Accepts connections once more before closing: they may have arrived while the process was busy.
  setTimeout(() => setImmediate(close), ACCEPT_GRACE_MS);
}
