import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is a handful of entries: sending it at once saves a request for each
  // link that comes into view.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
