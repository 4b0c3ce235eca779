import type { Server } from "node:http";
import { closeDatabase } from "#app/db/connection.server.ts";
import { stopMail } from "#app/mail/mail.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endMaintenance } from "#app/server/maintenance.server.ts";

/** Limit for requests in flight. By default, Docker kills a process ten seconds after SIGTERM. */
const TIMEOUT_MS = 8_000;
const MAIL_PATIENCE_MS = 7_000;
/** The port closes after this long without a new connection: closing resets those not yet accepted. */
const ACCEPT_GRACE_MS = 250;
const ACCEPT_LIMIT_MS = 3_000;

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
  closeWhenQuiet(server, async () => {
    clearTimeout(limit);
    await mailStopped;
    await endMaintenance();
    await closeDatabase();
    log.info("stopped");
    process.exit(0);
  });
}

function closeWhenQuiet(server: Server, closed: () => void): void {
  const end = performance.now() + ACCEPT_LIMIT_MS;
  let hasNewConnection = true;
  server.on("connection", () => {
    hasNewConnection = true;
  });
  const look = () => {
    if (!hasNewConnection || performance.now() > end) return server.close(closed);
    hasNewConnection = false;
    // Node accepts between a timer and an immediate, even if one turn took longer than the timer.
    setTimeout(() => setImmediate(look), ACCEPT_GRACE_MS);
  };
  look();
}
