// The two sites that the browser tests visit, each with a folder of its own below data/.
import { resolve } from "node:path";

const site = (name: "sample" | "empty", port: number) => ({
  name,
  port,
  origin: `http://localhost:${port}`,
  dataDir: resolve(`data/e2e-${name}`),
});

export const SAMPLE_SITE = site("sample", 4301);
export const EMPTY_SITE = site("empty", 4302);
