// The sites that the browser tests visit, three for each worker, each with a folder of its own below data/.
import { resolve } from "node:path";

const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The first of the six ports of a worker's sites. Another checkout at the same time needs others. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT ?? 4301) + 10 * WORKER;

/** What was seeded once for a run (seed-template.ts). */
export const TEMPLATE_DIR = resolve("data/template");

/** With E2E_FRONT=caddy, each site is behind Debian's Caddy, with TLS. */
export const BEHIND_CADDY = process.env.E2E_FRONT === "caddy";

const site = (name: "sample" | "empty" | "panel", port: number) => ({
  name,
  port,
  origin: `${BEHIND_CADDY ? "https" : "http"}://localhost:${port}`,
  dataDir: resolve(`data/e2e-${WORKER}-${name}`),
});

/** Visitors register on it, and what organisers see of it is looked at and left as it is. */
export const SAMPLE_SITE = { ...site("sample", FIRST_PORT), providerPort: FIRST_PORT + 5 };
/** Its provider is for the empty states of the panel. */
export const EMPTY_SITE = { ...site("empty", FIRST_PORT + 1), providerPort: FIRST_PORT + 4 };
/** The sample conference too, for organisers who change it; with a local identity provider. */
export const PANEL_SITE = { ...site("panel", FIRST_PORT + 2), providerPort: FIRST_PORT + 3 };

/** An organiser of the sites with a provider who signs in by link alone: ending logins ends nobody else's. */
export const OTHER_ORGANISER = "oda@example.com";
