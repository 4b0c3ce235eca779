// Entry point of `npm start`: serves the build over HTTP until a signal stops it.
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";

const BUILD = "./build/server/index.js";
const build = await import(BUILD).catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !String(error.url).endsWith("server/index.js")) throw error;
  console.error("The site cannot start: it is not built yet. Run npm run build first.");
  process.exit(1);
});

// Collects garbage when the heap has grown by half instead of doubled, because memory is scarcer
// than processor time on a small server. The start script limits the young generation.
setFlagsFromString("--heap-growing-percent=50");

// app/entry.server.tsx exports these. app/server/pipeline.server.ts lists the steps of a request.
const { createListener, env, log, refuseUnparsable, setThreadFile, startBackgroundWork, stop } =
  build.entry.module;
const listener = createListener(build);
setThreadFile("./thread.js");

const limits = {
  headersTimeout: 20_000,
  requestTimeout: 10 * 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // The pipeline checks the Host header, because Node's own refusal lacks the site's headers.
  requireHostHeader: false,
};
const server = createServer(limits, listener);
// Limit for an idle connection.
server.timeout = 70_000;

// Without these two listeners, Node would respond without a log line or the site's headers.
server.on("checkExpectation", listener);
server.on("clientError", refuseUnparsable);
server.once("error", ({ code, message }) => {
  const why =
    code === "EADDRINUSE"
      ? "another program is using this port. Stop it, or set PORT to another one"
      : `${message}. Check PORT and HOST`;
  console.error(`The site cannot start: ${why}.`);
  process.exit(1);
});

server.listen(env.PORT, env.HOST, () => {
  log.info(server.address(), "listening");
  startBackgroundWork();
});

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop(server));
