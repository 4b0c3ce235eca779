// Sites for the browser tests: three for each worker, each with its own folder below data/.
import { resolve } from "node:path";

const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** First of a worker's six ports. Checkouts that run tests in parallel need different ports. */
const FIRST_PORT = Number(process.env.E2E_FIRST_PORT ?? 4301) + 10 * WORKER;

export const TEMPLATE_DIR = resolve("data/template");

/** E2E_FRONT=caddy puts each site behind Debian's Caddy, with TLS. */
export const BEHIND_CADDY = process.env.E2E_FRONT === "caddy";

const site = (name: "sample" | "empty" | "panel", port: number) => ({
  name,
  port,
  origin: `${BEHIND_CADDY ? "https" : "http"}://localhost:${port}`,
  dataDir: resolve(`data/e2e-${WORKER}-${name}`),
});

/** The sample conference, for registrations and for panel screens that no test changes. */
export const SAMPLE_SITE = { ...site("sample", FIRST_PORT), providerPort: FIRST_PORT + 5 };
/** A site without data, for the empty states. */
export const EMPTY_SITE = { ...site("empty", FIRST_PORT + 1), providerPort: FIRST_PORT + 4 };
/** The sample conference, for changes that organisers make. */
export const PANEL_SITE = { ...site("panel", FIRST_PORT + 2), providerPort: FIRST_PORT + 3 };
