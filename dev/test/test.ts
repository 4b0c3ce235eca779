// npm test: everything, on the production build. Stops at the first step that fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";

const RESULTS = "test-results";
const UNIT = `${RESULTS}-unit/unit.json`;
const E2E = `${RESULTS}/e2e.json`;

for (const file of [UNIT, E2E]) rmSync(file, { force: true });
mkdirSync(`${RESULTS}-unit`, { recursive: true });

step("Types", "npm", ["run", "--silent", "typecheck"]);
step("Lint and format", "npm", ["run", "--silent", "lint"]);
step("Production build", "npm", ["run", "--silent", "build"]);
step("Models and routes", "vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${UNIT}`,
]);
step("A browser", "node", ["dev/test/browser.ts"]);
step("Journeys in the browser", "playwright", ["test", "--reporter=line,json"], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: E2E,
});
report();

function step(name: string, command: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status === 0) return;
  console.error(`\n${name}: failed`);
  report();
  process.exit(status || 1);
}

/** The closing line, of the tests that ran. */
function report(): void {
  const unit = read<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(UNIT);
  const e2e = read<{ stats: { expected: number; unexpected: number; skipped: number } }>(E2E)?.stats;
  const passed = (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0);
  const failed = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0);
  const skipped = (unit?.numPendingTests ?? 0) + (e2e?.skipped ?? 0);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}
