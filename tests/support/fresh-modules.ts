// A worker keeps loaded packages for its next test file, but not the site's modules or settings.
import { afterEach, vi } from "vitest";

vi.unstubAllEnvs();
vi.resetModules();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
