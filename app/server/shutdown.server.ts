import type { Server } from "node:http";
import { closeDatabase } from "#app/db/connection.server.ts";
import { closeLimits } from "#app/http/rate-limit.server.ts";
import { stopMail } from "#app/mail/mail.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endMaintenance } from "#app/server/maintenance.server.ts";

/** Limit for requests in flight. By default, docker kills a process ten seconds after its signal. */
const TIMEOUT_MS = 8_000;
const MAIL_PATIENCE_MS = 7_000;
/** The port stays open for this time, or up to ACCEPT_GRACE_LIMIT_MS while new connections arrive. */
const ACCEPT_GRACE_MS = 250;
const ACCEPT_GRACE_LIMIT_MS = 3_000;
/** New connections may arrive unseen during a longer event-loop turn. */
const SHORT_TURN_MS = 0.3;

let stopping = false;
/** True if connections should close after their responses. */
export const isStopping = (): boolean => stopping;

/** Completes the requests in flight on SIGTERM or SIGINT, and exits with status 0. */
export function stopOnSignal(server: Server): void {
  // Waits until react-router-serve has set its handlers, which close the port and wait forever.
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
  const mailStopped = stopMail(MAIL_PATIENCE_MS);
  const limit = setTimeout(() => {
    log.warn("some requests took too long and were aborted");
    server.closeAllConnections();
  }, TIMEOUT_MS);
  afterPendingConnections(server, () =>
    server.close(async () => {
      clearTimeout(limit);
      await mailStopped;
      await endMaintenance();
      closeLimits();
      await closeDatabase();
      log.info("stopped");
      process.exit(0);
    }),
  );
}

/** Waits for a short turn without new connections, because closing the port resets unaccepted ones. */
function afterPendingConnections(server: Server, close: () => void): void {
  const end = performance.now() + ACCEPT_GRACE_LIMIT_MS;
  let hasNewConnection = true;
  let lookedAt = 0;
  server.on("connection", () => {
    hasNewConnection = true;
  });
  const look = () => {
    const now = performance.now();
    if ((!hasNewConnection && now - lookedAt < SHORT_TURN_MS) || now > end) return close();
    hasNewConnection = false;
    lookedAt = performance.now();
    setImmediate(look);
  };
  setTimeout(look, ACCEPT_GRACE_MS);
}
