// Sites of the browser tests, three for each worker, each with a folder below data/.
import { resolve } from "node:path";

const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** First of the six ports of a worker's sites. Parallel checkouts need different ones. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT ?? 4301) + 10 * WORKER;

/** The seeded template (seed-template.ts). */
export const TEMPLATE_DIR = resolve("data/template");

/** E2E_FRONT=caddy puts each site behind Debian's Caddy, with TLS. */
export const BEHIND_CADDY = process.env.E2E_FRONT === "caddy";

const site = (name: "sample" | "empty" | "panel", port: number) => ({
  name,
  port,
  origin: `${BEHIND_CADDY ? "https" : "http"}://localhost:${port}`,
  dataDir: resolve(`data/e2e-${WORKER}-${name}`),
});

/** For registrations, and for screens of the panel without changes. */
export const SAMPLE_SITE = { ...site("sample", FIRST_PORT), providerPort: FIRST_PORT + 5 };
/** For the empty states; its provider signs in to the panel. */
export const EMPTY_SITE = { ...site("empty", FIRST_PORT + 1), providerPort: FIRST_PORT + 4 };
/** The sample conference for changes by organisers, with a local identity provider. */
export const PANEL_SITE = { ...site("panel", FIRST_PORT + 2), providerPort: FIRST_PORT + 3 };

/** An organiser who signs in by link only, so that ended logins do not affect other tests. */
export const OTHER_ORGANISER = "oda@example.com";
