import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is a handful of entries: sending it at once saves a request for each
  // link that comes into view.
  routeDiscovery: { mode: "initial" },
  // A file each for a few lines costs more requests than it saves.
  splitRouteModules: false,
} satisfies Config;
