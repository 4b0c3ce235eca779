// react-router-serve does not expose its http.Server, but a Node diagnostics channel provides it.
import { subscribe } from "node:diagnostics_channel";
import { type RequestListener, Server } from "node:http";
import morgan from "morgan";
import type { ServerBuild } from "react-router";
import { startBackgroundWork } from "#app/server/background-work.server.ts";
import { composeMiddleware } from "#app/server/middleware.server.ts";
import { CONNECTION_LIMITS, createPipeline } from "#app/server/pipeline.server.ts";
import { refuseUnparsable } from "#app/server/refuse.server.ts";
import { stopOnSignal } from "#app/server/shutdown.server.ts";
import { createSite } from "#app/server/site.server.ts";

/** `fromDisk` serves files that are not kept in memory. */
export const createListener = (build: ServerBuild, fromDisk: RequestListener): RequestListener =>
  composeMiddleware(createPipeline(createSite(build), fromDisk));

/** Call this before react-router-serve creates its server. */
export function installPipeline(build: ServerBuild): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    const [application] = server.listeners("request") as RequestListener[];
    if (!application) throw new Error("The server is not ready");
    const listener = createListener(build, application);
    server.removeAllListeners("request");
    server.on("request", listener);
    // Without these two listeners, Node would respond without a log line or the site's headers.
    server.on("checkExpectation", listener);
    server.on("clientError", refuseUnparsable);
    server.prependOnceListener("error", exitWithoutPort);
    Object.assign(server, CONNECTION_LIMITS);
    stopOnSignal(server);
    server.once("listening", startBackgroundWork);
  });
  // Silences morgan, which would log query strings. The pipeline has its own access log.
  morgan.format("tiny", () => undefined);
}

function exitWithoutPort(error: NodeJS.ErrnoException): void {
  const why =
    error.code === "EADDRINUSE"
      ? "another program is using this port. Stop it, or set PORT to another one"
      : `${error.message}. Check PORT and HOST`;
  console.error(`The site cannot start: ${why}.`);
  process.exit(1);
}
