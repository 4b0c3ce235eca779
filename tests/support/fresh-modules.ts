// A worker keeps loaded packages for its next test file, but not the site's modules or settings.
import { vi } from "vitest";

vi.unstubAllEnvs();
vi.resetModules();
