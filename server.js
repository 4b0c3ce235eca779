// What `npm start` serves: the build, with the site's own pipeline before react-router-serve.
import { setFlagsFromString } from "node:v8";
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

// A small server has less memory than it has time: V8 would let garbage of a burst of visitors lie.
setFlagsFromString("--optimize-for-size");

const { allowedActionOrigins, installPipeline } = build.entry.module;

/**
 * Hosts whose pages may post forms here. Behind a proxy that ends TLS the request's own URL says
 * http, so React Router would refuse the site's own forms; SITE_URL knows better.
 */
export { allowedActionOrigins };

installPipeline(build);
