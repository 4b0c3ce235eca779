import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

/** Points the models at a new, empty DATA_DIR: import them after this, not before. */
export function useNewDataDir(settings: Record<string, string> = {}): string {
  vi.resetModules();
  vi.unstubAllEnvs();
  const dataDir = mkdtempSync(join(tmpdir(), "conference-"));
  vi.stubEnv("DATA_DIR", dataDir);
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return dataDir;
}
