// What `npm start` serves: the build, and the one thing about it that is only known at run time.
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

/**
 * Hosts whose pages may post forms here. Behind a proxy that ends TLS the request's own URL says
 * http, so React Router would refuse the site's own forms; SITE_URL knows better.
 */
export const allowedActionOrigins = build.entry.module.allowedActionOrigins;
