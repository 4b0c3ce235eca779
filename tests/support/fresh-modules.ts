// A worker keeps its packages from one file of tests to the next, but nothing of the site and no setting.
import { vi } from "vitest";

vi.unstubAllEnvs();
vi.resetModules();
