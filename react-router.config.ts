import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The route table is small: sending it at once saves a request for each link that comes into view.
  routeDiscovery: { mode: "initial" },
  // A separate file for a few lines costs more requests than it saves.
  splitRouteModules: false,
} satisfies Config;
