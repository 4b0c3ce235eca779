// What `npm start` serves: the build, with the site's own front before the server that serves it.
import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import morgan from "morgan";
import { createRequestHandler } from "react-router";
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

// A small server has less memory than it has time: V8 would let garbage of a burst of visitors lie.
setFlagsFromString("--optimize-for-size");

const { allowedActionOrigins, standInFront } = build.entry.module;

/**
 * Hosts whose pages may post forms here. Behind a proxy that ends TLS the request's own URL says
 * http, so React Router would refuse the site's own forms; SITE_URL knows better.
 */
export { allowedActionOrigins };

const render = createRequestHandler(build, process.env.NODE_ENV);

// react-router-serve makes its server itself; Node says when one is about to listen.
subscribe("tracing:net.server.listen:asyncStart", ({ server }) => {
  if (server instanceof Server) standInFront(server, { routes: build.routes, render });
});
// Its access log has whole addresses, with whatever is in their query; the front has a log of its own.
morgan.format("tiny", () => null);
