import type { Server } from "node:http";
import { closeDatabase } from "#app/db/connection.server.ts";
import { stopMail } from "#app/mail/mail.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endMaintenance } from "#app/server/maintenance.server.ts";

/** Limit for requests in flight. By default, Docker kills a process ten seconds after SIGTERM. */
const TIMEOUT_MS = 8_000;
const MAIL_PATIENCE_MS = 7_000;
/** The port stays open this long, or up to ACCEPT_GRACE_LIMIT_MS while new connections arrive. */
const ACCEPT_GRACE_MS = 250;
const ACCEPT_GRACE_LIMIT_MS = 3_000;
/** During a longer event-loop turn, new connections may go unnoticed. */
const SHORT_TURN_MS = 0.3;

let stopping = false;
/** True if connections should close after their responses. */
export const isStopping = (): boolean => stopping;

/** On SIGTERM or SIGINT, completes the requests in flight and exits with status 0. */
export function stopOnSignal(server: Server): void {
  // Runs after react-router-serve sets its handlers, and replaces them, as they lack a time limit.
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
      await closeDatabase();
      log.info("stopped");
      process.exit(0);
    }),
  );
}

/** Waits for a turn without new connections, because closing the port resets unaccepted ones. */
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
