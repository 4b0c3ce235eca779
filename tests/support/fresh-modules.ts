// Between test files a worker keeps its packages but resets the site's modules and settings.
import { vi } from "vitest";

vi.unstubAllEnvs();
vi.resetModules();
