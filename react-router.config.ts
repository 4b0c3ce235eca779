import type { Config } from "@react-router/dev/config";
import { removeApiRoutes } from "./dev/build/browser-routes.ts";

export default {
  ssr: true,
  // Sends the small route table up front, which saves a request for each link that comes into view.
  routeDiscovery: { mode: "initial" },
  // Separate files of a few lines would cost more requests than they save.
  splitRouteModules: false,
  buildEnd: removeApiRoutes,
} satisfies Config;
