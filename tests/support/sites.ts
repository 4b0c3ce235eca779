// The sites that the browser tests visit, each with a folder of its own below data/.
import { resolve } from "node:path";

const site = (name: "sample" | "empty" | "panel", port: number) => ({
  name,
  port,
  origin: `http://localhost:${port}`,
  dataDir: resolve(`data/e2e-${name}`),
});

export const SAMPLE_SITE = site("sample", 4301);
/** Its provider is for the empty states of the panel. */
export const EMPTY_SITE = { ...site("empty", 4302), providerPort: 4305 };
/** The sample conference too, for organisers who change it; with a local identity provider. */
export const PANEL_SITE = { ...site("panel", 4303), providerPort: 4304 };
